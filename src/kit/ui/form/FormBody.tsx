import { Alert, Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { t } from '#kit/text.ts'
import { ago, type Draft } from '#kit/ui/draft.ts'
import { SubmitForm } from '#kit/ui/SubmitForm.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type Field, type FormPart, hasInner, isField, isUnsent } from './declare.tsx'
import { FieldControl } from './FieldControl.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import type { FormState } from './useEntityForm.tsx'
import { isRequired, type Values } from './values.ts'
import './FormBody.css'
import './DraftOffer.css'

interface Props {
  state: FormState
  parts: readonly (FormPart | false | null | undefined)[]
  columns: 1 | 2
  /** Default `above`. On a phone labels are always above. */
  labels?: 'above' | 'beside'
  /** Allows a button outside the form to submit it. */
  id: string
}

/** The fields of a form with labels, marks, rules and error messages; Ctrl or ⌘ with Enter submits it. */
export function FormBody({ state, parts, columns, labels = 'above', id }: Props) {
  const { form, draft } = state
  const frame = useRef<HTMLDivElement>(null)
  Form.useWatch([], form)
  useFirstFocus(frame)
  return (
    <div ref={frame}>
      {draft.offered && (
        <DraftOffer
          draft={draft.offered}
          record={state.base}
          onRestore={state.restore}
          onDrop={() => void draft.drop()}
        />
      )}
      <SubmitForm
        id={id}
        form={form}
        {...LAYOUTS[usePhone() ? 'above' : labels]}
        initialValues={state.begun}
        validateTrigger="onChange"
        requiredMark
        disabled={draft.offered !== null}
        onValuesChange={draft.note}
        onKeyDown={(event) => isSend(event) && void state.submit()}
        onFinish={() => void state.submit()}
        onFinishFailed={() => void state.submit()}
        className={columns === 2 ? 'entity-form entity-form-two' : 'entity-form'}
      >
        {state.general.length > 0 && (
          <Alert type="error" title={state.general.join(' ')} showIcon className="wide-field" />
        )}
        {parts.map((part) => part && partOf(part, state))}
      </SubmitForm>
      <Merging state={state} />
    </div>
  )
}

const LAYOUTS = {
  above: { layout: 'vertical' },
  beside: {
    layout: 'horizontal',
    labelAlign: 'left',
    labelWrap: true,
    colon: false,
    labelCol: { className: 'beside-label' },
    wrapperCol: { flex: '1 1 0' },
  },
} as const

function Merging({ state: { base, merge, fields, labelOf } }: Pick<Props, 'state'>) {
  if (!merge.current || !base) return null
  return (
    <MergeDialog
      base={base}
      current={merge.current}
      changes={merge.changes}
      fields={fields}
      labelOf={labelOf}
      onMerge={merge.save}
      onDiscard={merge.discard}
      onLeave={merge.leave}
    />
  )
}

function partOf(part: FormPart, state: FormState) {
  if (!isField(part)) return <h2 key={part.section}>{part.section}</h2>
  if (part.when && !part.when(state.values())) return null
  return <FormField key={part.key} field={part} state={state} />
}

function FormField({ field, state }: { field: Field; state: FormState }) {
  const { base } = state
  const { times, first } = state.refused
  const problems = hasInner(field)
    ? { found: state.problemsIn(field.key), refused: times, isFirst: first === field.key }
    : undefined
  const wide = field.wide ?? field.kind === 'textarea'
  return (
    <Form.Item
      name={field.key}
      label={state.labelOf(field.key)}
      extra={field.hint ?? (field.kind === 'masked' && base ? t('不修改请保持原样') : undefined)}
      required={
        field.required ?? (!isUnsent(field) && isRequired(state.plan().schema, field.key, base !== undefined))
      }
      rules={[{ validator: () => verdict(state.errorOf(field)) }]}
      className={wide ? 'wide-field' : undefined}
    >
      <FieldControl field={field} record={base} disabled={field.disabled || undefined} problems={problems} />
    </Form.Item>
  )
}

function verdict(sentence: string | undefined): Promise<void> {
  return sentence ? Promise.reject(new Error(sentence)) : Promise.resolve()
}

function isSend(event: React.KeyboardEvent): boolean {
  const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
  if (sends) event.preventDefault()
  return sends
}

/**
 * With a keyboard, focuses the first field; on a phone that would open the on-screen keyboard over the form. Does not
 * move the focus if the user has entered another field meanwhile.
 */
function useFirstFocus(frame: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (!window.matchMedia('(hover: hover)').matches) return
    // The window focuses itself once it is open; the field takes the focus after that.
    const timer = setTimeout(() => focusFirst(frame.current), FOCUS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [frame])
}

function focusFirst(frame: HTMLDivElement | null): void {
  if (!frame || frame.contains(document.activeElement) || frame.querySelector('.draft-offer')) return
  const first = 'input:not([disabled]):not([readonly]), textarea:not([disabled])'
  frame.querySelector<HTMLElement>(first)?.focus()
}

const FOCUS_AFTER_MS = 300

interface DraftOfferProps {
  draft: Draft
  record: Values | undefined
  onRestore: () => void
  onDrop: () => void
}

/** Offers an unsent draft; the form is disabled until the user restores or discards it. */
function DraftOffer({ draft, record, onRestore, onDrop }: DraftOfferProps) {
  const [when, n] = ago(draft.savedAt, Date.now())
  const changed = record !== undefined && draft.version !== record.version
  const words = [
    changed && t('这条记录在那之后被修改过，恢复时会让您逐项核对。'),
    draft.left.length > 0 && t('{fields}不存入草稿，请重新填写。', { fields: draft.left.join('、') }),
  ].filter((sentence) => sentence !== false)
  return (
    <section className="draft-offer" aria-label={t('恢复草稿')}>
      <div>
        <strong>{t('您有一份{when}没有保存的草稿', { when: t(when, { n }) })}</strong>
        {words.length > 0 && <p>{words.join('')}</p>}
      </div>
      <Button type="primary" autoFocus onClick={onRestore}>
        {t('恢复草稿')}
      </Button>
      <Button onClick={onDrop}>{t('丢弃')}</Button>
    </section>
  )
}
