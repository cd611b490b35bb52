import { Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { t } from '#kit/text.ts'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { type InnerMessages, useInnerProblems } from '#kit/ui/form/useInnerProblems.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { BillLine, LineInput } from './contract.ts'
import { type LineErrors, LineFields, type TypedLine } from './LineFields.tsx'
import { itemText, priceText, qtyText } from './lineTexts.ts'
import { taxRateOf } from './rules.ts'
import './bills.css'

type EditedLine = Extract<LineInput, { keep: number }> | TypedLine

/** A new manual line with the default tax rate of the bill kind. */
export const newLine = (kind: string): TypedLine => ({ qty: 1, taxRateBp: taxRateOf(kind) })

/** Lines of a bill whose kind is another field of the form; changing the kind may change the tax rate. */
export function LinesOfKind(control: ControlProps) {
  const { value, onChange } = control
  const kind = Form.useWatch('kind') as string | undefined
  const before = useRef(kind)
  useEffect(() => {
    const [was, is] = [before.current, kind]
    before.current = kind
    if (was === undefined || is === undefined || taxRateOf(was) === taxRateOf(is)) return
    const taxRateBp = taxRateOf(is)
    onChange?.(
      ((value ?? []) as EditedLine[]).map((line) => ('keep' in line ? line : { ...line, taxRateBp })),
    )
  }, [kind, value, onChange])
  return <LinesField {...control} kind={kind ?? ''} />
}

/** Lines of a draft. Calculated lines can only be kept or removed; manual lines are edited. */
export function LinesField({
  value,
  onChange,
  problems,
  kind,
  currentLines = [],
}: ControlProps & { kind: string; currentLines?: readonly BillLine[] }) {
  const lines = (value ?? []) as EditedLine[]
  const frame = useRef<HTMLDivElement>(null)
  const errors = useInnerProblems(problems, frame)
  const replace = (at: number, line: EditedLine) =>
    onChange?.(lines.map((one, index) => (index === at ? line : one)))
  const remove = (at: number) => {
    // Messages of later lines move up with their lines.
    errors.move((path) => movedUp(path, at))
    onChange?.(lines.filter((_, index) => index !== at))
  }
  return (
    <div ref={frame} className="bill-lines-field">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being written is its place
        <div key={at} className={'keep' in line ? 'bill-line-edit' : 'bill-line-edit bill-line-own'}>
          {'keep' in line ? (
            <CalculatedLine line={currentLines.find(({ position }) => position === line.keep)} />
          ) : (
            <LineFields
              line={line}
              errors={errorsOfLine(errors, at)}
              onChange={(next) => replace(at, next)}
            />
          )}
          <Button
            type="text"
            icon={<Icon name="close" />}
            aria-label={t('删除第 {n} 行', { n: at + 1 })}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <Button icon={<Icon name="plus" />} onClick={() => onChange?.([...lines, newLine(kind)])}>
        {t('增加一行')}
      </Button>
    </div>
  )
}

function errorsOfLine(errors: InnerMessages, row: number): LineErrors {
  return { at: (name) => errors.at(`${row}.${name}`), touch: (name) => errors.touch(`${row}.${name}`) }
}

function movedUp(path: string, removed: number): string[] {
  const [row, name] = path.split('.')
  const at = Number(row)
  if (at === removed) return []
  return [at > removed ? `${at - 1}.${name}` : path]
}

function CalculatedLine({ line }: { line: BillLine | undefined }) {
  if (!line) return <span />
  return (
    <span className="bill-line-kept">
      {itemText(line)}
      <small>{`${priceText(line)} × ${qtyText(line)}`}</small>
    </span>
  )
}
