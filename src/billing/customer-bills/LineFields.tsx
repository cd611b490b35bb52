import { Form, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { PercentInput } from '#kit/ui/PercentInput.tsx'

/** A line while it is edited; any field may be empty. */
export interface TypedLine {
  label?: string
  qty?: number | null
  priceCents?: number | null | undefined
  taxRateBp?: number | null | undefined
}

type Name = keyof TypedLine

/** Error messages of a line's fields. */
export interface LineErrors {
  at: (name: Name) => string | undefined
  /** Marks a field as edited, which hides its message. */
  touch: (name: Name) => void
}

interface Props {
  line: TypedLine
  errors: LineErrors
  onChange: (line: TypedLine) => void
}

/** Form fields of a manual line, each with its error message. */
export function LineFields({ line, errors, onChange }: Props) {
  const set = (name: Name, value: unknown) => {
    errors.touch(name)
    onChange({ ...line, [name]: value })
  }
  return (
    <div className="bill-line-typed">
      <Cell label={t('项目')} error={errors.at('label')}>
        <Input
          value={line.label ?? ''}
          maxLength={60}
          autoComplete="off"
          aria-label={t('项目')}
          onChange={(event) => set('label', event.target.value)}
        />
      </Cell>
      <Cell label={t('数量')} error={errors.at('qty')}>
        <InputNumber
          value={line.qty ?? null}
          min={1}
          precision={0}
          aria-label={t('数量')}
          onChange={(qty) => set('qty', qty)}
        />
      </Cell>
      <Price line={line} errors={errors} set={set} />
    </div>
  )
}

function Price({
  line,
  errors,
  set,
}: Omit<Props, 'onChange'> & { set: (name: Name, value: unknown) => void }) {
  return (
    <>
      <Cell label={t('单价')} error={errors.at('priceCents')}>
        <MoneyInput
          value={line.priceCents as never}
          aria-label={t('单价')}
          onChange={(cents) => set('priceCents', cents)}
        />
      </Cell>
      <Cell label={t('税率')} error={errors.at('taxRateBp')}>
        <PercentInput
          value={line.taxRateBp as never}
          aria-label={t('税率')}
          onChange={(rate) => set('taxRateBp', rate)}
        />
      </Cell>
    </>
  )
}

function Cell({ label, error, children }: { label: string; error: string | undefined; children: ReactNode }) {
  return (
    <Form.Item label={label} required help={error} validateStatus={error ? 'error' : undefined}>
      {children}
    </Form.Item>
  )
}
