import { t } from '#kit/text.ts'
import './warnings.css'

/** Notes that the figures exclude the customer's stores outside the user's reach. */
export function OtherStores({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="warning-quiet">
      {t(
        '这位客户另有 {n} 家店铺不在您的范围内：数字和理由只算您范围内的店铺，预警的类型、级别和风险高低按整个客户。',
        { n: count },
      )}
    </p>
  )
}
