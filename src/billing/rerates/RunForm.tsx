import { App } from 'antd'
import { monthBefore } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { rerates } from './contract.ts'

/** Number of months that can be chosen. */
const MONTHS = 24

/** 重算: recalculates the issued bills of a month immediately. */
export function RunForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { message } = App.useApp()
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('重算已出账的月份')}
      endpoint={rerates.run}
      defaults={{ month: monthBefore(thisMonth()) }}
      fields={[
        {
          key: 'month',
          kind: 'select',
          options: monthsBack(thisMonth(), MONTHS),
          hint: t('平时数据变化后一分钟内、每天凌晨会自动重算；这里立即重算一个月。'),
        },
      ]}
      submitText={t('重算')}
      doneText={t('已重算')}
      onDone={({ compared, changed, pending }) =>
        void message.info(
          t('重算了 {compared} 家店铺，{changed} 家有变化，{pending} 家待处理', {
            compared,
            changed,
            pending,
          }),
        )
      }
    />
  )
}
