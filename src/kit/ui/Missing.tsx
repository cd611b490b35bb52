import { t } from '#kit/text.ts'
import './Values.css'

/** A figure that should be there and is not. It is never written as 0. */
export function Missing({ text = t('缺数据') }: { text?: string }) {
  return <span className="value-missing">{text}</span>
}
