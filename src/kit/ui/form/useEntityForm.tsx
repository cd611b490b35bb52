import { useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import type { Endpoint } from '#kit/contract.ts'
import { CallError, type FieldTexts, fieldsOf } from '#kit/failures.ts'
import { refetchAll, useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type Draft, type DraftKey, formName } from '#kit/ui/draft.ts'
import { useDraftSaver } from '#kit/ui/draftSaver.tsx'
import { loadDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { labelAt } from '#kit/validation.ts'
import {
  type EntityFormProps,
  type Field,
  fieldsIn,
  hasInner,
  isSecret,
  isUnsent,
  showsRefusals,
} from './declare.tsx'
import { baseOf, draftOf } from './draftOf.ts'
import { differences, mergeValues, type Side } from './merge.ts'
import { buildInput, type FormPlan, initialValues, isDirty, type Values } from './values.ts'

/** The state of a form, and how it is sent: validation, failures, merging, drafts. */
export function useEntityForm<E extends Endpoint>(props: EntityFormProps<E>) {
  const { endpoint } = props
  const { message } = App.useApp()
  const save = useAction(endpoint, { messagePlace: 'inPage' })
  const state = useFormValues(props)
  const errors = useFormErrors(state)
  const draft = useDraft(draftPlace(props, state.base), state)
  const once = useOnce()

  const send = (plan: FormPlan, values: Values) =>
    once(async () => {
      const { input, changed, errors: found } = buildInput(plan, values)
      errors.show(found)
      if (Object.keys(found).length > 0) return
      if (plan.base && changed.length === 0) return void message.info(t('没有需要保存的修改'))
      try {
        const answer = await save.mutateAsync(input as never)
        message.success(props.doneText ?? t('已保存'))
        state.settle()
        await draft.drop()
        props.onDone?.(answer, values)
      } catch (error) {
        fail(error)
      }
    })
  const merge = useMerge(state, { send, drop: draft.drop })
  const fail = useFailure(state.base !== undefined, errors.show, merge.open)
  const submit = () => send(state.plan(), state.values())
  const restore = () => resume(state, draft, merge.open)
  return {
    ...state,
    general: errors.general,
    refused: errors.refused,
    /** The current error messages inside one field, with those of the server for values that have not changed since. */
    problemsIn: (key: string) => ({ ...state.errorsIn(key), ...errors.refusalsIn(key) }),
    merge,
    draft,
    restore,
    submit,
    busy: save.isPending,
  }
}

export type FormState = ReturnType<typeof useEntityForm>

/** The place of this form's drafts. */
function draftPlace<E extends Endpoint>(
  { endpoint, fixed, title }: EntityFormProps<E>,
  base: Values | undefined,
) {
  const form = formName(`${endpoint.method} ${endpoint.path}`, fixed)
  return { form, title, record: base ? Number(base.id) : ('new' as const) }
}

/** Restores a draft; if the record has changed since, the user compares the two first. */
function resume(state: FormValues, draft: DraftState, compare: (current: Values) => void): void {
  if (!draft.offered) return
  const { base } = state
  state.resume(draft.offered)
  if (base && draft.offered.version !== base.version) compare(base)
  draft.accept()
}

/** Runs a task only if it is not running already: a second press of the button does nothing. */
function useOnce() {
  const running = useRef(false)
  return async (task: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    await task().finally(() => {
      running.current = false
    })
  }
}

interface Options {
  /** The form and the record in the draft's key. */
  form: string
  record: number | 'new'
  title: string
}

/** Saves input while it is typed, and offers it when the form is next opened. */
function useDraft({ form, record, title }: Options, state: FormValues) {
  const { id, viewer } = useUser()
  // An admin who views the console as another user cannot save: they leave no draft in that user's name and see none.
  const isViewing = Boolean(viewer)
  // The draft's owner is fixed while the form is open, even if the session ends meanwhile.
  const [key] = useState<DraftKey>([id, form, record])
  const [offered, setOffered] = useState<Draft | null>(null)
  const saver = useDraftSaver(key, { isOff: isViewing })
  const latest = useRef(offered)
  latest.current = offered

  useEffect(() => {
    let isMounted = true
    if (!isViewing) void loadDraft(key).then((draft) => isMounted && setOffered(draft ?? null))
    return () => {
      isMounted = false
    }
  }, [key, isViewing])

  return {
    offered,
    /** Called when the user types. Does not overwrite an older draft that is still offered. */
    note: () => {
      if (!latest.current) saver.put(state.isDirty() ? draftNow(state, title) : null)
    },
    flush: saver.flush,
    /** Called after the input was sent or discarded. */
    drop: () => {
      setOffered(null)
      return saver.drop()
    },
    accept: () => setOffered(null),
  }
}

type DraftState = ReturnType<typeof useDraft>

function draftNow(state: FormValues, title: string): Draft {
  const draftFields = state.fields.map((field) => ({
    key: field.key,
    label: state.labelOf(field.key),
    secret: isSecret(field),
    nameKey: field.kind === 'picker' ? field.nameKey : undefined,
  }))
  return draftOf({ ...state, draftFields }, title, Date.now())
}

/** Shows a failed call: in the merge dialog if the record is newer, under the fields that it names, or as usual. */
function useFailure(editing: boolean, show: (errors: FieldTexts) => void, merge: (current: Values) => void) {
  const client = useClient()
  const queries = useQueryClient()
  return (error: unknown): void => {
    if (!(error instanceof CallError)) throw error
    const stale = error.code === 'STALE'
    // The content behind the form is as old as the form.
    if (stale) void refetchAll(queries)
    const current = error.data?.current as Values | undefined
    const sentences = fieldsOf(error)
    if (stale && current && editing) merge(current)
    else if (sentences) show(sentences)
    else client.report(error)
  }
}

/** Error messages under their fields; those that belong to no field of this form are shown above it. */
function useFormErrors(state: Pick<FormValues, 'form' | 'fields' | 'errorsIn' | 'values'>) {
  const { form, fields, errorsIn, values } = state
  const [general, setGeneral] = useState<string[]>([])
  const [refused, setRefused] = useState<{ times: number; first?: string }>({ times: 0 })
  const [refusals, setRefusals] = useState<{ errors: FieldTexts; values: Values }>({ errors: {}, values: {} })
  const keyOf = (path: string) => fields.find(({ key }) => path === key || path.startsWith(`${key}.`))?.key

  /** Shows the messages and scrolls to the first. */
  const show = (errors: FieldTexts): void => {
    const placed = Object.entries(errors).map(([path, sentence]) => ({ key: keyOf(path), sentence }))
    setGeneral(placed.filter(({ key }) => !key).map(({ sentence }) => sentence))
    setRefusals({ errors, values: values() })
    const inside = fields.filter(
      (field) =>
        hasInner(field) &&
        Object.keys(showsRefusals(field) ? sentencesIn(field.key, errors) : errorsIn(field.key)).length > 0,
    )
    const below = placed.filter(({ key }) => !inside.some((field) => field.key === key))
    form.setFields(below.flatMap(({ key, sentence }) => (key ? [{ name: key, errors: [sentence] }] : [])))
    const first = fields.find(({ key }) => placed.some((one) => one.key === key))
    if (first && !inside.includes(first)) form.scrollToField(first.key, { block: 'center', focus: true })
    if (placed.length > 0) setRefused(({ times }) => ({ times: times + 1, first: first?.key }))
  }
  /** The messages inside a field for values that are still those that were refused. */
  const refusalsIn = (key: string): FieldTexts => {
    const field = fields.find((one) => one.key === key)
    if (!field || !showsRefusals(field)) return {}
    const now = values()[key]
    const current = Object.entries(sentencesIn(key, refusals.errors)).filter(
      ([path]) => valueAt(now, path) === valueAt(refusals.values[key], path),
    )
    return Object.fromEntries(current)
  }
  return { general, show, refused, refusalsIn }
}

/** The value at a path within a field: `0.qty`. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
}

interface MergeActions {
  send: (plan: FormPlan, values: Values) => Promise<void>
  /** Deletes the draft. */
  drop: () => Promise<void>
}

/** The newer record that another user has saved, until the user has decided what happens to their own changes. */
function useMerge(state: FormValues, { send, drop }: MergeActions) {
  const { message } = App.useApp()
  const [current, open] = useState<Values | null>(null)
  const save = (choices: Record<string, Side>) => {
    if (!current) return
    const plan = state.plan()
    const next = mergeValues(plan, current, state.values(), choices)
    // If the other side was chosen everywhere, there is nothing to send; an action must not be repeated either.
    if (differences({ ...plan, base: current }, current, next).length === 0) {
      message.info(t('没有需要保存的修改'))
      return discard()
    }
    state.rebase(current, next)
    open(null)
    void send({ ...plan, base: current }, next)
  }
  const discard = () => {
    if (!current) return
    state.rebase(current, initialValues(state.plan(), current))
    open(null)
    void drop()
  }
  const changes = current ? differences(state.plan(), current, state.values()) : []
  return { current, changes, open, save, discard, leave: () => open(null) }
}

/** The values of the fields, their initial values, and the input that would be sent. */
function useFormValues<E extends Endpoint>(props: EntityFormProps<E>) {
  const { endpoint, record, defaults, fixed, isAction } = props
  const [form] = Form.useForm<Values>()
  // The record as it was when the form was opened: a refetch must not change what the user's changes are compared with.
  const [base, setBase] = useState(record as Values | undefined)
  const fields = fieldsIn(props.fields)
  const labelOf = labelsOf(endpoint, fields)
  const every = keysOf(fields)
  const masked = base ? keysOf(fields.filter((field) => field.kind === 'masked')) : []
  const [begun, setBegun] = useState(() => initialValues({ keys: every, masked }, { ...base, ...defaults }))

  const values = (): Values => ({ ...begun, ...form.getFieldsValue(true) })
  const plan = (now = values()): FormPlan => {
    const keys = keysOf(fields.filter((field) => !isUnsent(field) && (field.when?.(now) ?? true)))
    return { schema: endpoint.input, keys, masked, base, fixed, sendsAll: isAction }
  }
  /** Continues from another version of the record, with these values in the fields. */
  const rebase = (current: Values, next: Values): void => {
    form.setFieldsValue(next)
    setBase(current)
    setBegun(initialValues({ keys: every, masked }, current))
  }
  return {
    form,
    fields,
    labelOf,
    base,
    begun,
    values,
    plan,
    rebase,
    isDirty: () => isDirty(begun, values()),
    /** Makes the present values the saved ones. */
    settle: () => setBegun(values()),
    /** Restores a draft on top of the record as its author saw it. */
    resume: (draft: Draft): void => {
      const from = base && baseOf(draft, base)
      const next = { ...initialValues({ keys: every, masked }, from ?? defaults), ...draft.values }
      if (from) rebase(from, next)
      else form.setFieldsValue(next)
    },
    /** The current error message of one field. A field with fields of its own shows their messages itself. */
    errorOf: (field: Field) => {
      const { errors } = buildInput(plan(), values())
      return hasInner(field) ? errors[field.key] : sentenceFor(field.key, errors)
    },
    /** The current error messages inside one field, by the path within it. */
    errorsIn: (key: string) => sentencesIn(key, buildInput(plan(), values()).errors),
  }
}

type FormValues = ReturnType<typeof useFormValues>

const keysOf = (fields: readonly Field[]) => fields.map(({ key }) => key)

/** A field's label is set by the form, or by its schema. */
function labelsOf(endpoint: Endpoint, fields: readonly Field[]): (key: string) => string {
  return (key) => {
    const fieldLabel = fields.find((field) => field.key === key)?.label
    return fieldLabel ?? t(labelAt(endpoint.input, [key]) ?? key)
  }
}

function sentencesIn(key: string, errors: FieldTexts): FieldTexts {
  const inner = Object.entries(errors).filter(([path]) => path.startsWith(`${key}.`))
  return Object.fromEntries(inner.map(([path, sentence]) => [path.slice(key.length + 1), sentence]))
}

/** The error message of a field, or the first one inside it. */
function sentenceFor(key: string, errors: FieldTexts): string | undefined {
  return errors[key] ?? Object.entries(errors).find(([path]) => path.startsWith(`${key}.`))?.[1]
}
