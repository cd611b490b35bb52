import dayjs from 'dayjs'
// Its weeks start on Monday.
import 'dayjs/locale/zh-cn'

dayjs.locale('zh-cn')
