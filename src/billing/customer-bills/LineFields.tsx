import { Form, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { PercentInput } from '#kit/ui/PercentInput.tsx'

/** A line as it is being written: it may still lack what it needs. */
export interface TypedLine {
  label?: string
  qty?: number | null
  priceCents?: number | null | undefined
  taxRateBp?: number | null | undefined
}

type Name = keyof TypedLine

/** What is said under the fields of a line. */
export interface Said {
  at: (name: Name) => string | undefined
  /** Somebody has written there. */
  touch: (name: Name) => void
}

interface Props {
  line: TypedLine
  said: Said
  onChange: (line: TypedLine) => void
}

/** The fields of a line in words of its own, each with what is wrong with it. */
export function LineFields({ line, said, onChange }: Props) {
  const set = (name: Name, value: unknown) => {
    said.touch(name)
    onChange({ ...line, [name]: value })
  }
  return (
    <div className="bill-line-typed">
      <Cell label={t('项目')} said={said.at('label')}>
        <Input
          value={line.label ?? ''}
          maxLength={60}
          autoComplete="off"
          aria-label={t('项目')}
          onChange={(event) => set('label', event.target.value)}
        />
      </Cell>
      <Cell label={t('数量')} said={said.at('qty')}>
        <InputNumber
          value={line.qty ?? null}
          min={1}
          precision={0}
          aria-label={t('数量')}
          onChange={(qty) => set('qty', qty)}
        />
      </Cell>
      <Price line={line} said={said} set={set} />
    </div>
  )
}

function Price({ line, said, set }: Omit<Props, 'onChange'> & { set: (name: Name, value: unknown) => void }) {
  return (
    <>
      <Cell label={t('单价')} said={said.at('priceCents')}>
        <MoneyInput
          value={line.priceCents as never}
          aria-label={t('单价')}
          onChange={(cents) => set('priceCents', cents)}
        />
      </Cell>
      <Cell label={t('税率')} said={said.at('taxRateBp')}>
        <PercentInput
          value={line.taxRateBp as never}
          aria-label={t('税率')}
          onChange={(rate) => set('taxRateBp', rate)}
        />
      </Cell>
    </>
  )
}

function Cell({ label, said, children }: { label: string; said: string | undefined; children: ReactNode }) {
  return (
    <Form.Item label={label} required help={said} validateStatus={said ? 'error' : undefined}>
      {children}
    </Form.Item>
  )
}
