import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { ConsequencesEndpoint } from '#kit/consequences.ts'
import type { Endpoint } from '#kit/contract.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import type { OptionsEndpoint } from '#kit/ui/useOptions.tsx'
import type { Values } from './values.ts'

/** The names in an endpoint's input; a field with another name does not compile. */
export type InputKey<E extends Endpoint> = Extract<keyof z.input<E['input']>, string>

interface Common<K extends string> {
  key: K
  /** Default: the `title` of its schema. */
  label?: string
  /** A sentence under the field: its purpose or effect. */
  hint?: string
  placeholder?: string
  /** Spans both columns. */
  wide?: boolean
  disabled?: boolean
  /** Never saved in a draft (like passwords and contacts): pay. */
  secret?: boolean
  /** The field is shown only while this returns true; a hidden field is not sent. */
  when?: (values: Values) => boolean
  /** Marked as required although its schema accepts an empty value: if the field is shown, the server requires it. */
  required?: boolean
}

type Kind =
  | { kind?: 'text' | 'textarea' | 'money' | 'percent' | 'tags' | 'switch' }
  /** `standing`: the day can be changed, but not cleared. */
  | { kind: 'day'; notClearable?: boolean }
  /** The user's own password, which confirms the action. */
  | { kind: 'password' }
  | { kind: 'number'; min?: number; max?: number; step?: number; suffix?: string }
  | { kind: 'select' | 'multi'; options: readonly Choice[] }
  /** A record chosen by name; `nameKey` is the field of the edited record that contains the name of the current one. */
  | { kind: 'picker'; options: OptionsEndpoint; query?: Record<string, unknown>; nameKey?: string }
  | { kind: 'pickers'; options: OptionsEndpoint; query?: Record<string, unknown> }
  /** The server returns it masked: it is not sent if untouched, null if cleared, the new value if typed. */
  | { kind: 'masked' }
  | Custom

interface Custom {
  kind: 'custom'
  render: (control: ControlProps) => ReactNode
  /** It has fields of its own and shows the error message under each of them itself. */
  inner?: boolean
  /** With `inner`: it also shows the messages of a refusal by the server, for every path that the server may name. */
  showsRefusals?: boolean
  /** It is not sent with the other fields, for example files, which are sent separately: `onDone` receives it. */
  unsent?: boolean
}

/** One field of a form. */
export type Field<K extends string = string> = Common<K> & Kind

/** A heading between fields. */
export interface Section {
  section: string
}

/** Has a name that the endpoint does not define. */
type Unsent = Common<string> & Custom & { label: string; unsent: true }

export type FormPart<K extends string = string> = Field<K> | Unsent | Section

/** Props that the form passes to a control. */
export interface ControlProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  disabled?: boolean
  problems?: InnerProblems
}

/** Validation errors inside a field that has fields of its own. */
export interface InnerProblems {
  /** Current error messages, by the path within the field: `0.qty`. */
  found: Readonly<Record<string, string>>
  /** How often submitting the form was refused. */
  refused: number
  /** Whether the first error at the last refusal is in this field. */
  isFirst: boolean
}

/** What a form's write will change, read while the user fills in the form. */
export interface FormConsequences {
  endpoint: ConsequencesEndpoint
  /** The read's input for the present values; null as long as a value is missing. */
  input: (values: Values) => object | null
}

export interface EntityFormProps<E extends Endpoint> {
  /** The form's title, shown above it and in a list of drafts: 编辑杭州晨曦家居有限公司. */
  title: string
  /** Its input schema supplies labels, marks and rules; 确定 calls it. */
  endpoint: E
  fields: readonly (FormPart<InputKey<E>> | false | null | undefined)[]
  /** The record to edit: only changed fields are sent, with its id and version. Without it a new record is created. */
  record?: object
  /**
   * The form performs an action on the record (end, hand over) instead of editing it: every field is sent, whether or
   * not it differs, and `defaults` take precedence over the record's values.
   */
  isAction?: boolean
  /** Initial values of a new record or of an action. */
  defaults?: Values
  /** Sent in addition to the fields. */
  fixed?: Values
  columns?: 1 | 2
  /** Shown after success; default 已保存. */
  doneText?: string
  /** Called with the response and the values of the fields. */
  onDone?: (answer: z.output<E['output']>, values: Values) => void
}

/** Whether a part is a field and not a heading. */
export function isField(part: FormPart): part is Field {
  return 'key' in part
}

/** Whether the value must not be stored on a machine that others may use. */
export function isSecret(field: Field): boolean {
  return field.secret === true || field.kind === 'masked' || field.kind === 'password' || isUnsent(field)
}

/** Whether a field is left out when the form is sent. */
export function isUnsent(field: Field): boolean {
  return field.kind === 'custom' && field.unsent === true
}

/** Whether a field has fields of its own, which show their error messages. */
export function hasInner(field: Field): boolean {
  return field.kind === 'custom' && field.inner === true
}

/** Whether a field shows the server's messages under the fields that it has of its own. */
export function showsRefusals(field: Field): boolean {
  return hasInner(field) && field.kind === 'custom' && field.showsRefusals === true
}

/** The fields among the parts of a form. */
export function fieldsIn(parts: readonly (FormPart | false | null | undefined)[]): Field[] {
  return parts.flatMap((part) => (part && isField(part) ? [part] : []))
}
