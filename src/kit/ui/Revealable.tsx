import { App, Button, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { t } from '#kit/text.ts'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Copyable } from './Copyable.tsx'
import { Icon } from './Icon.tsx'
import { Masked } from './Masked.tsx'
import type { RevealDialogProps } from './RevealDialog.tsx'
import { type RevealEndpoint, useReveal } from './useReveal.tsx'
import './Revealable.css'

const RevealDialog = lazyWindow<'RevealDialog', RevealDialogProps>(
  () => import('./RevealDialog.tsx'),
  'RevealDialog',
  () => true,
)

/** How long the full value is shown. */
const SHOWN_MS = 30_000

interface Props<E extends RevealEndpoint> {
  /** The masked value from the server: 138****8888. */
  value: string | null | undefined
  /** The name of the field: 手机号. */
  label: string
  endpoint: E
  id: number
  field: z.input<E['input']>['field']
  /** The record is entrusted to this user: one click, no reason needed. */
  entrusted?: boolean
}

/**
 * A masked value with an eye button. The full value is shown for 30 seconds, one value at a time. The server logs each
 * reveal, with a reason unless the record is entrusted to the user.
 */
export function Revealable<E extends RevealEndpoint>(props: Props<E>) {
  const { value, label, endpoint, id, field, entrusted } = props
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { full, left, show, hide } = useTimedReveal()
  const direct = useReveal(endpoint, { id, field: String(field) }, show)
  useErrorMessage(direct.error)
  const reveal = () => (entrusted ? void direct.run() : setDialogOpen(true))
  if (!value) return <Masked value={value} />
  if (full) return <FullValue value={full} left={left} label={label} onHide={hide} />
  return (
    <span className="value-with-button">
      <Masked value={value} />
      <Tooltip title={t('查看完整{name}', { name: label })}>
        <Button
          type="text"
          size="small"
          icon={<Icon name="eye" size={14} />}
          aria-label={t('查看完整{name}', { name: label })}
          loading={direct.busy}
          onClick={reveal}
        />
      </Tooltip>
      {isDialogOpen && (
        <RevealDialog
          label={label}
          endpoint={endpoint}
          of={{ id, field: String(field) }}
          onShown={show}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </span>
  )
}

/** Shows a message if a value could not be revealed and no dialog is open that could show the error. */
function useErrorMessage(error: string): void {
  const { message } = App.useApp()
  useEffect(() => {
    if (error) void message.warning(error)
  }, [error, message])
}

interface FullProps {
  value: string
  left: number
  label: string
  onHide: () => void
}

function FullValue({ value, left, label, onHide }: FullProps) {
  return (
    <span className="value-revealed">
      <span role="status" aria-label={t('完整{name}', { name: label })}>
        <Copyable text={value} />
      </span>
      <Tooltip title={t('{n} 秒后隐藏，点按立即隐藏', { n: left })}>
        <button type="button" onClick={onHide} aria-label={t('{n} 秒后隐藏，点按立即隐藏', { n: left })}>
          {t('{n} 秒', { n: left })}
        </button>
      </Tooltip>
    </span>
  )
}

/** Hides the value that is now shown in full; called before another one is shown. */
let hideShownValue: (() => void) | null = null

/** Keeps the full value in this component only, and no longer than it may be shown. */
function useTimedReveal() {
  const [shown, setShown] = useState<{ value: string; until: number } | null>(null)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!shown) return
    const tick = () => {
      if (Date.now() >= shown.until) setShown(null)
      else setNow(Date.now())
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [shown])
  const show = (value: string) => {
    hideShownValue?.()
    hideShownValue = () => setShown(null)
    setNow(Date.now())
    setShown({ value, until: Date.now() + SHOWN_MS })
  }
  const left = shown ? Math.max(1, Math.ceil((shown.until - now) / 1000)) : 0
  return { full: shown?.value, left, show, hide: () => setShown(null) }
}
