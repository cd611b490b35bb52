import { Button, Input, InputNumber } from 'antd'
import { t } from '#kit/text.ts'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { PercentInput } from '#kit/ui/PercentInput.tsx'
import { itemText, priceText, qtyText } from './billWords.tsx'
import type { BillLine, LineInput } from './contract.ts'
import { SERVICE_TAX_BP } from './rules.ts'
import './bills.css'

interface Typed {
  label?: string
  qty?: number | null
  priceCents?: number | null | undefined
  taxRateBp?: number | null | undefined
}

type Draft = Extract<LineInput, { keep: number }> | Typed

/** A line that is still to be written. */
export const newLine = (): Typed => ({ qty: 1, taxRateBp: SERVICE_TAX_BP })

/** The lines of a draft: those that were worked out stay or go as they are, others are written by hand. */
export function LinesField({
  value,
  onChange,
  standing = [],
}: ControlProps & { standing?: readonly BillLine[] }) {
  const lines = (value ?? []) as Draft[]
  const replace = (at: number, line: Draft) =>
    onChange?.(lines.map((one, index) => (index === at ? line : one)))
  return (
    <div className="bill-lines-field">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being written is its place
        <div key={at} className="bill-line-edit">
          {'keep' in line ? (
            <Kept line={standing.find(({ position }) => position === line.keep)} />
          ) : (
            <TypedLine line={line} onChange={(next) => replace(at, next)} />
          )}
          <Button
            type="text"
            icon={<Icon name="close" />}
            aria-label={t('删除第 {n} 行', { n: at + 1 })}
            onClick={() => onChange?.(lines.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button icon={<Icon name="plus" />} onClick={() => onChange?.([...lines, newLine()])}>
        {t('增加一行')}
      </Button>
    </div>
  )
}

function Kept({ line }: { line: BillLine | undefined }) {
  if (!line) return <span />
  return (
    <span className="bill-line-kept">
      {itemText(line)}
      <small>{`${priceText(line)} × ${qtyText(line)}`}</small>
    </span>
  )
}

function TypedLine({ line, onChange }: { line: Typed; onChange: (line: Typed) => void }) {
  const set = (more: Typed) => onChange({ ...line, ...more })
  return (
    <span className="bill-line-typed">
      <Input
        value={line.label ?? ''}
        maxLength={60}
        placeholder={t('项目')}
        aria-label={t('项目')}
        onChange={(event) => set({ label: event.target.value })}
      />
      <InputNumber
        value={line.qty ?? null}
        min={1}
        precision={0}
        aria-label={t('数量')}
        onChange={(qty) => set({ qty })}
      />
      <MoneyInput
        value={line.priceCents as never}
        aria-label={t('单价')}
        onChange={(priceCents) => set({ priceCents: priceCents as number | undefined })}
      />
      <PercentInput
        value={line.taxRateBp as never}
        aria-label={t('税率')}
        onChange={(taxRateBp) => set({ taxRateBp: taxRateBp as number | undefined })}
      />
    </span>
  )
}
