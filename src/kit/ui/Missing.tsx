import { t } from '#kit/text.ts'
import './Values.css'

/** A figure that should exist but is missing. It is never shown as 0. */
export function Missing({ text = t('缺数据') }: { text?: string }) {
  return <span className="value-missing">{text}</span>
}
