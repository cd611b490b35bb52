import { Button, Form, Input } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isSame } from '#kit/isSame.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { type InnerMessages, useInnerProblems } from '#kit/ui/form/useInnerProblems.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { MAX_NEW_PEOPLE, type Position } from './contract.ts'
import { staffOptions } from './options/contract.ts'
import {
  fromPeople,
  headById,
  headOfRow,
  type PersonInput,
  type PersonRow,
  pathOf,
  rowAfter,
  toPeople,
  withoutRow,
  withRow,
} from './peopleRows.ts'
import './PeopleField.css'

/** The fields of a row, with the titles of the columns. */
const TITLES = {
  name: '姓名',
  position: '角色',
  parentId: '组长',
  username: '用户名',
  mobile: '手机号',
} as const

type Column = keyof typeof TITLES

const positionNames: Record<Position, string> = {
  head: '组长',
  member: '客服',
  sales: '商务',
  finance: '财务',
  admin: '管理员',
}

/** Rows for new people; Enter adds the next one. The value has the form of the endpoint's input. */
export function PeopleField({ value, onChange, problems, ofHead }: ControlProps & { ofHead: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const errors = useInnerProblems(problems, frame)
  const heads = useHeads(ofHead)
  const { rows, change } = useRows({ value: value as PersonInput[] | undefined, onChange, heads, ofHead })
  const focusRow = useRowFocus(frame, rows)
  const columns = (Object.keys(TITLES) as Column[]).filter(
    (column) => !ofHead || !['position', 'parentId'].includes(column),
  )
  const add = () => {
    if (rows.length >= MAX_NEW_PEOPLE) return
    const row = rowAfter(rows, heads)
    change([...rows, row])
    focusRow(row.key)
  }
  return (
    <div ref={frame} className={ofHead ? 'people-field people-field-short' : 'people-field'}>
      <div className="people-titles" aria-hidden="true">
        {columns.map((column) => (
          <span key={column}>{t(TITLES[column])}</span>
        ))}
      </div>
      {rows.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          at={at}
          columns={columns}
          headChoices={headChoices(heads, rows)}
          errors={errorsOf(errors, (column) => pathOf(rows, row.key, column))}
          onChange={(changed) => change(withRow(rows, changed))}
          onRemove={rows.length > 1 ? () => change(withoutRow(rows, row.key)) : undefined}
          onEnter={add}
        />
      ))}
      <Button icon={<Icon name="plus" />} onClick={add} disabled={rows.length >= MAX_NEW_PEOPLE}>
        {t('再加一位')}
      </Button>
    </div>
  )
}

/** The company's heads; a head adds to the own team and needs none. */
function useHeads(ofHead: boolean): readonly { id: number; name: string }[] {
  const { companyCode } = useUser()
  const { data } = useCall(staffOptions, { purpose: 'parent', companyCode }, { enabled: !ofHead })
  return data ?? []
}

interface RowsOptions {
  value: PersonInput[] | undefined
  onChange: ControlProps['onChange']
  heads: readonly { id: number }[]
  ofHead: boolean
}

/** The typed rows: the form's value lacks the blank ones. A restored draft replaces them. */
function useRows({ value, onChange, heads, ofHead }: RowsOptions) {
  const [rows, setRows] = useState<PersonRow[]>(() => [])
  const sent = useRef<PersonInput[] | undefined>(undefined)
  const isForeign = value !== undefined && value.length > 0 && !isSame(value, sent.current)
  const shown = isForeign ? fromPeople(value) : rows
  const change = (next: PersonRow[]) => {
    setRows(next)
    sent.current = toPeople(next, ofHead)
    onChange?.(sent.current)
  }
  // One blank row to begin with. It is not kept: what it proposes follows the heads, which may still be loading.
  return { rows: shown.length > 0 ? shown : [rowAfter([], heads)], change }
}

/** Focuses the name of a row once it has been added. */
function useRowFocus(frame: React.RefObject<HTMLDivElement | null>, rows: readonly PersonRow[]) {
  const wanted = useRef<number | undefined>(undefined)
  useEffect(() => {
    const at = rows.findIndex(({ key }) => key === wanted.current)
    if (at < 0) return
    wanted.current = undefined
    frame.current?.querySelectorAll<HTMLInputElement>('input.people-name')[at]?.focus()
  }, [frame, rows])
  return (key: number) => {
    wanted.current = key
  }
}

/** Existing heads, then the heads among the rows. */
function headChoices(heads: readonly { id: number; name: string }[], rows: readonly PersonRow[]) {
  const added = rows.flatMap(({ key, name, position }, at): Choice<string>[] =>
    position === 'head' ? [{ value: headOfRow(key), label: name || t('第 {n} 行', { n: at + 1 }) }] : [],
  )
  return [...heads.map(({ id, name }) => ({ value: headById(id), label: name })), ...added]
}

interface Errors {
  at: (column: Column) => string | undefined
  touch: (column: Column) => void
}

function errorsOf(errors: InnerMessages, path: (column: Column) => string | undefined): Errors {
  return {
    at: (column) => {
      const place = path(column)
      return place && errors.at(place)
    },
    touch: (column) => {
      const place = path(column)
      if (place) errors.touch(place)
    },
  }
}

interface RowProps {
  row: PersonRow
  at: number
  columns: readonly Column[]
  headChoices: readonly Choice<string>[]
  errors: Errors
  onChange: (row: PersonRow) => void
  /** Absent for the only row. */
  onRemove: (() => void) | undefined
  onEnter: () => void
}

function Row({ row, at, columns, headChoices: choices, errors, onChange, onRemove, onEnter }: RowProps) {
  const set = (column: Column, changes: Partial<PersonRow>) => {
    errors.touch(column)
    onChange({ ...row, ...changes })
  }
  const control = (column: Column) => {
    const label = `${t(TITLES[column])} ${at + 1}`
    if (column === 'position')
      return <PositionSelect row={row} label={label} onChoose={(position) => set(column, { position })} />
    if (column === 'parentId')
      return (
        <HeadSelect
          row={row}
          label={label}
          headChoices={choices}
          onChoose={(head) => set(column, { head })}
        />
      )
    const type = (text: string) => set(column, { [column]: text })
    return <TextInput column={column} row={row} label={label} onType={type} onEnter={onEnter} />
  }
  return (
    <div className="people-row">
      {columns.map((column) => (
        <Cell key={column} label={t(TITLES[column])} error={errors.at(column)}>
          {control(column)}
        </Cell>
      ))}
      {onRemove && (
        <Button
          type="text"
          icon={<Icon name="close" />}
          aria-label={t('删除第 {n} 行', { n: at + 1 })}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

interface TextInputProps extends Pick<RowProps, 'row' | 'onEnter'> {
  column: 'name' | 'username' | 'mobile'
  label: string
  onType: (text: string) => void
}

const placeholders = { name: '姓名', username: '不填用拼音', mobile: '可不填' }

function TextInput({ column, row, label, onType, onEnter }: TextInputProps) {
  const addRow = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    // Enter would send the form.
    event.preventDefault()
    onEnter()
  }
  return (
    <Input
      className={`people-${column}`}
      value={row[column]}
      aria-label={label}
      placeholder={t(placeholders[column])}
      autoComplete="off"
      onChange={({ target }) => onType(target.value)}
      onKeyDown={addRow}
    />
  )
}

interface PositionSelectProps extends Pick<RowProps, 'row'> {
  label: string
  onChoose: (position: Position) => void
}

function PositionSelect({ row, label, onChoose }: PositionSelectProps) {
  const options = Object.entries(positionNames).map(([value, name]) => ({ value, label: t(name) }))
  return (
    <LocalSelect value={row.position} aria-label={label} options={options} none="fixed" onChange={onChoose} />
  )
}

interface HeadSelectProps extends Pick<RowProps, 'row' | 'headChoices'> {
  label: string
  onChoose: (head: string) => void
}

/** The head of a member; other roles have none. */
function HeadSelect({ row, headChoices: choices, label, onChoose }: HeadSelectProps) {
  if (row.position !== 'member') return <span className="people-none">-</span>
  return (
    <LocalSelect
      value={row.head ?? null}
      aria-label={label}
      placeholder={t('选择组长')}
      options={[...choices]}
      none={<span>{t('还没有组长：先把一位的角色选成组长')}</span>}
      onChange={(head) => head && onChoose(head)}
    />
  )
}

function Cell({ label, error, children }: { label: string; error: string | undefined; children: ReactNode }) {
  return (
    <Form.Item help={error} validateStatus={error ? 'error' : undefined}>
      <span className="people-cell-title" aria-hidden="true">
        {label}
      </span>
      {children}
    </Form.Item>
  )
}
