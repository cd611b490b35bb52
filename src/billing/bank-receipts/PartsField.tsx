import { Checkbox } from 'antd'
import { useState } from 'react'
import { CustomerPicker } from '#clients/customers/ui/CustomerPicker.tsx'
import { formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type BankRow, bankReceipts, type Suggestion } from './contract.ts'
import { sumOfParts } from './rules.ts'
import './bank.css'

interface Part {
  billId: number
  amountCents: number | string | undefined
}

type Bill = Suggestion['parts'][number]

/** Picks a customer's bills and the amount that each of them gets. */
export function PartsField({ value, onChange, row }: ControlProps & { row: BankRow }) {
  const best = row.suggestions[0]
  const [customerId, setCustomerId] = useState(best?.customerId)
  const parts = (value ?? []) as Part[]
  const choose = (id: number | undefined) => {
    setCustomerId(id)
    onChange?.([])
  }
  return (
    <div className="bank-parts">
      <CustomerPicker
        value={customerId ?? null}
        name={best?.customerName ?? null}
        onChange={choose}
        aria-label={t('客户')}
      />
      {customerId !== undefined && (
        <Bills row={row} customerId={customerId} parts={parts} onChange={(next) => onChange?.(next)} />
      )}
      <p className="bank-quiet" aria-live="polite">
        {t('已分配 {done}，还剩 {rest}', {
          done: formatMoney(sumOfParts(parts)),
          rest: formatMoney(row.leftCents - sumOfParts(parts)),
        })}
      </p>
    </div>
  )
}

interface BillsProps {
  row: BankRow
  customerId: number
  parts: readonly Part[]
  onChange: (parts: Part[]) => void
}

function Bills({ row, customerId, parts, onChange }: BillsProps) {
  const query = { id: row.id, customerId }
  const call = useCall(bankReceipts.bills, query, { messagePlace: 'inPage' })
  const others = (id: number) => parts.filter(({ billId }) => billId !== id)
  const partOf = (bill: Bill) => (
    <PartRow
      key={bill.billId}
      bill={bill}
      part={parts.find(({ billId }) => billId === bill.billId)}
      rest={row.leftCents - sumOfParts(parts)}
      onChange={(part) => onChange([...others(bill.billId), ...(part ? [part] : [])])}
    />
  )
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={2} />}>
      {(bills) =>
        bills.length > 0 ? bills.map(partOf) : <p className="bank-quiet">{t('这位客户没有待收的账单。')}</p>
      }
    </Loaded>
  )
}

interface RowProps {
  bill: Bill
  part: Part | undefined
  /** Amount of the row that no part takes yet, in 分. */
  rest: number
  onChange: (part: Part | null) => void
}

function PartRow({ bill, part, rest, onChange }: RowProps) {
  const { billId, code, name, month, owedCents } = bill
  const addPart = () => onChange({ billId, amountCents: Math.max(Math.min(owedCents, rest), 0) })
  return (
    <div className="bank-part">
      <Checkbox
        checked={part !== undefined}
        onChange={(event) => (event.target.checked ? addPart() : onChange(null))}
      >
        {code}
        <small>{t('{name} {month}，还差 {money}', { name, month, money: formatMoney(owedCents) })}</small>
      </Checkbox>
      {part && (
        <MoneyInput
          aria-label={t('{code} 的金额', { code })}
          value={part.amountCents}
          onChange={(amountCents) => onChange({ billId, amountCents })}
        />
      )}
    </div>
  )
}
