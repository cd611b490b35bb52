import { DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import { monthOf } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { ClaimDraft } from './useClaimDraft.tsx'

/** 归属月份: the month in which the claim is booked. Earlier expenses count in it too; it must not be closed. */
export function MonthField({ draft }: { draft: ClaimDraft }) {
  const { fields, items, closedMonth } = draft
  const { month } = fields
  const isClosed = month === closedMonth
  const earlier = items.filter(({ onDay }) => monthOf(onDay) < month).length
  return (
    <Form.Item
      label={t('归属月份')}
      required
      htmlFor="claim-month"
      validateStatus={isClosed ? 'error' : undefined}
      help={
        isClosed
          ? t('{month} 已结账，请改到没有结账的月份；各笔的发生日期不用改。', { month })
          : earlier > 0 && t('{n} 笔发生在更早的月份，一并计入 {month}。', { n: earlier, month })
      }
    >
      <DatePicker
        id="claim-month"
        picker="month"
        className="wide-control"
        allowClear={false}
        inputReadOnly
        suffixIcon={<Icon name="calendar" />}
        value={dayjs(`${month}-01`)}
        onChange={(chosen) => chosen && draft.changeFields({ month: chosen.format('YYYY-MM') })}
      />
    </Form.Item>
  )
}
