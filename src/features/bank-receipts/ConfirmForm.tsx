import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { reasonsText } from './bankWords.tsx'
import type { BankRow } from './contract.ts'
import { bankReceipts } from './contract.ts'
import { PartsField } from './PartsField.tsx'
import { partsOf } from './useBankSteps.tsx'

/** 登记收款: what is left of a row, over bills of one customer; begun with what is proposed. */
export function ConfirmForm({ row, onClose }: { row: BankRow | null; onClose: () => void }) {
  const best = row?.suggestions[0]
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('登记收款 {money}', { money: formatMoney(row?.leftCents) })}
      endpoint={bankReceipts.confirm}
      fixed={{ id: row?.id }}
      defaults={{ parts: partsOf(best) }}
      fields={[
        {
          ...{ key: 'parts', kind: 'custom', wide: true, label: t('客户和账单') },
          render: (control) => row && <PartsField {...control} row={row} />,
          hint: best ? t('建议的依据：{reasons}。', { reasons: reasonsText(best.reasons) }) : undefined,
        },
      ]}
      submitText={t('登记')}
      doneText={t('已登记收款')}
    />
  )
}
