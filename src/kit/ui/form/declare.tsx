import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { ConsequencesEndpoint } from '#kit/consequences.ts'
import type { Endpoint } from '#kit/contract.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import type { OptionsEndpoint } from '#kit/ui/useOptions.tsx'
import type { Values } from './values.ts'

/** The names that an endpoint's input knows; a field of another name does not compile. */
export type InputKey<E extends Endpoint> = Extract<keyof z.input<E['input']>, string>

interface Common<K extends string> {
  key: K
  /** Default: the `title` of its schema. */
  label?: string
  /** A sentence under the field: what it is for, what follows from it. */
  hint?: string
  placeholder?: string
  /** Over both columns. */
  wide?: boolean
  disabled?: boolean
  /** Never written into a draft, as passwords and contacts are not: pay. */
  secret?: boolean
  /** Stands there only while this holds; what does not stand there is not sent. */
  when?: (values: Values) => boolean
  /** Marked as needed: its schema lets it be empty, but not where the field stands. The server says so. */
  required?: boolean
}

type Kind =
  | { kind?: 'text' | 'textarea' | 'money' | 'percent' | 'tags' | 'switch' }
  /** `standing`: it can be moved, but not taken out. */
  | { kind: 'day'; standing?: boolean }
  | { kind: 'password' }
  | { kind: 'number'; min?: number; max?: number; step?: number; suffix?: string }
  | { kind: 'select' | 'multi'; options: readonly Choice[] }
  /** A record chosen by name; `nameKey` says where the edited record has the name of the one it holds. */
  | { kind: 'picker'; options: OptionsEndpoint; query?: Record<string, unknown>; nameKey?: string }
  | { kind: 'pickers'; options: OptionsEndpoint; query?: Record<string, unknown> }
  /** Leaves the server masked: untouched it is not sent, cleared it sends null, typed it replaces. */
  | { kind: 'masked' }
  | Custom

interface Custom {
  kind: 'custom'
  render: (control: ControlProps) => ReactNode
  /** It has fields of its own and says itself, under each, what is wrong there. */
  inner?: boolean
  /** It is not sent with the others, as files are not, each of which goes by itself: `onDone` is handed it. */
  unsent?: boolean
}

/** One field of a form. */
export type Field<K extends string = string> = Common<K> & Kind

/** A heading between fields. */
export interface Section {
  section: string
}

/** Has a name of its own, which the endpoint does not know. */
type Unsent = Common<string> & Custom & { label: string; unsent: true }

export type FormPart<K extends string = string> = Field<K> | Unsent | Section

/** What a control is given by its form. */
export interface ControlProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  disabled?: boolean
  problems?: InnerProblems
}

/** What is wrong inside a field that has fields of its own. */
export interface InnerProblems {
  /** Sentences as it stands now, by the place within the field: `0.qty`. */
  found: Readonly<Record<string, string>>
  /** How often the form was to be sent and could not be. */
  refused: number
  /** Whether the first thing that was wrong then is in this field. */
  isFirst: boolean
}

/** What a form's write will change, read while the form is filled in. */
export interface FormConsequences {
  endpoint: ConsequencesEndpoint
  /** The read's input for what stands in the fields; null as long as something is missing. */
  input: (values: Values) => object | null
}

export interface EntityFormProps<E extends Endpoint> {
  /** What the form is called, over it and in a list of drafts: 编辑杭州晨曦家居有限公司. */
  title: string
  /** Its input schema gives labels, marks and rules; it is called on 确定. */
  endpoint: E
  fields: readonly (FormPart<InputKey<E>> | false | null | undefined)[]
  /** The record to edit: only what was changed is sent, with its id and version. Without it a new one is made. */
  record?: object
  /**
   * The record is not edited but acted upon (ended, handed over): every field is sent, whether or not it differs, and
   * `defaults` stand over what the record holds.
   */
  act?: boolean
  /** What a new record, or an act, begins with. */
  defaults?: Values
  /** Sent whatever is typed. */
  fixed?: Values
  columns?: 1 | 2
  /** Said after success; default 已保存. */
  doneText?: string
  /** Told the answer, and what stood in the fields. */
  onDone?: (answer: z.output<E['output']>, values: Values) => void
}

/** Whether a part is a field and no heading. */
export function isField(part: FormPart): part is Field {
  return 'key' in part
}

/** Whether what is typed here must not lie on a machine that others use too. */
export function isSecret(field: Field): boolean {
  return field.secret === true || field.kind === 'masked' || field.kind === 'password' || isUnsent(field)
}

/** Whether a field stays behind when the others are sent. */
export function isUnsent(field: Field): boolean {
  return field.kind === 'custom' && field.unsent === true
}

/** Whether a field has fields of its own, under which its sentences stand. */
export function hasInner(field: Field): boolean {
  return field.kind === 'custom' && field.inner === true
}

/** The fields among the parts of a form. */
export function fieldsIn(parts: readonly (FormPart | false | null | undefined)[]): Field[] {
  return parts.flatMap((part) => (part && isField(part) ? [part] : []))
}
