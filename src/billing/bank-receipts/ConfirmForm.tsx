import { monthOf, today } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { reasonsText } from './bankTexts.tsx'
import type { BankRow } from './contract.ts'
import { bankReceipts } from './contract.ts'
import { PartsField } from './PartsField.tsx'
import { sumOfParts } from './rules.ts'
import { partsOf } from './useBankSteps.tsx'

/** 登记收款: splits the unbooked amount of a row over bills of one customer; prefilled with the best suggestion. */
export function ConfirmForm({ row, onClose }: { row: BankRow | null; onClose: () => void }) {
  const best = row?.suggestions[0]
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('登记收款 {money}', { money: formatMoney(row?.leftCents) })}
      endpoint={bankReceipts.confirm}
      fixed={{ id: row?.id }}
      defaults={{ parts: partsOf(best), ...(row?.monthClosed && { onDay: today(() => new Date()) }) }}
      fields={[
        {
          ...{ key: 'parts', kind: 'custom', wide: true, label: t('客户和账单') },
          render: (control) => row && <PartsField {...control} row={row} />,
          hint: best ? t('建议的依据：{reasons}。', { reasons: reasonsText(best.reasons) }) : undefined,
        },
        row?.monthClosed && {
          ...{ key: 'onDay', kind: 'day', notClearable: true },
          hint: t('{month} 已结账，请记到未结月份的一天；收款上会注明银行日期 {day}。', {
            ...{ month: monthOf(row.onDay), day: row.onDay },
          }),
        },
        {
          ...{ key: 'keepRest', kind: 'switch' },
          hint: t('客户多付的，余额留在这笔流水里待认领：以后有了账单再登记，或标为无关并写明去向。'),
          when: ({ parts }) => isShort(parts, row?.leftCents ?? 0),
        },
      ]}
      submitText={t('登记')}
      doneText={t('已登记收款')}
    />
  )
}

/** Whether bills are chosen and their parts total less than the unbooked amount. */
function isShort(parts: unknown, leftCents: number): boolean {
  const placed = Array.isArray(parts) ? sumOfParts(parts) : 0
  return placed > 0 && placed < leftCents
}
