import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { checkExtent, checkStep, checkText } from './checkTexts.ts'
import type { Check, CheckItem } from './contractClosing.ts'
import { MARGINS } from './PartsList.tsx'

type Waived = ReadonlyMap<CheckItem, string>

interface Props {
  checks: readonly Check[]
  /** Reasons by item. */
  waived: Waived
  onWaive: (waived: Waived) => void
}

/** Checklist before closing a month: each open item has a link to fix it, or can be waived with a reason. */
export function CheckList({ checks, waived, onWaive }: Props) {
  const set = (item: CheckItem, reason: string | undefined) => {
    const next = new Map(waived)
    if (reason === undefined) next.delete(item)
    else next.set(item, reason)
    onWaive(next)
  }
  return (
    <ul className="checks" aria-label={t('结账清单')}>
      {checks.map((check) => (
        <Item
          key={check.item}
          check={check}
          reason={check.done ? undefined : waived.get(check.item)}
          onReason={(reason) => set(check.item, reason)}
        />
      ))}
    </ul>
  )
}

interface ItemProps {
  check: Check
  reason: string | undefined
  onReason: (reason: string | undefined) => void
}

function Item({ check, reason, onReason }: ItemProps) {
  const [isReasonOpen, setReasonOpen] = useState(false)
  const { done } = check
  const showsForm = isReasonOpen && !done && !reason
  return (
    <li className={done ? 'check check-done' : reason ? 'check check-waived' : 'check check-open'}>
      <span
        className="check-sign"
        role="img"
        aria-label={done ? t('已完成') : reason ? t('已豁免') : t('未完成')}
      >
        <Icon name={done ? 'check' : reason ? 'info' : 'warn'} />
      </span>
      <div className="check-words">
        <span className="check-name">{checkText(check)}</span>
        <Notes check={check} reason={reason} onReason={onReason} />
        {showsForm && (
          <ReasonForm
            name={checkText(check)}
            onDone={(text) => {
              setReasonOpen(false)
              if (text) onReason(text)
            }}
          />
        )}
      </div>
      <RowEnd check={check} onWaive={reason || showsForm ? undefined : () => setReasonOpen(true)} />
    </li>
  )
}

/** Below an item's name: the first open examples, and the reason of a waiver. */
function Notes({ check: { done, examples }, reason, onReason }: ItemProps) {
  return (
    <>
      {!done && examples.length > 0 && <small className="check-note">{examples.join(t('、'))}</small>}
      {reason && (
        <small className="check-note">
          {t('已豁免：{reason}', { reason })}
          <Button type="link" size="small" onClick={() => onReason(undefined)}>
            {t('撤销')}
          </Button>
        </small>
      )}
    </>
  )
}

/** End of an item's row: its progress, or the links to fix and to waive it. */
function RowEnd({ check, onWaive }: { check: Check; onWaive: (() => void) | undefined }) {
  const { done, waivable, link, item, cents } = check
  return (
    <span className="check-end">
      {!done && <FixLink item={item} link={link} />}
      {!done && waivable && onWaive && (
        <Button type="link" size="small" onClick={onWaive}>
          {t('豁免')}
        </Button>
      )}
      {(done || cents !== null) && checkExtent(check)}
    </span>
  )
}

/** Link to fix an item; for loss-making stores it scrolls to the margins on this page. */
function FixLink({ item, link }: Pick<Check, 'item' | 'link'>) {
  if (item === 'negativeMargins') {
    return (
      <Button
        type="link"
        size="small"
        onClick={() => document.querySelector(`.${MARGINS}`)?.scrollIntoView()}
      >
        {checkStep(item)}
      </Button>
    )
  }
  return link && <Link to={link}>{checkStep(item)}</Link>
}

const MAX_LENGTH = 200

/** Asks for the reason of a waiver, which is required. */
function ReasonForm({ name, onDone }: { name: string; onDone: (reason: string | undefined) => void }) {
  const [text, setText] = useState('')
  const reason = text.trim()
  return (
    <div className="check-reason">
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={MAX_LENGTH}
        value={text}
        placeholder={t('为什么可以留着')}
        aria-label={t('豁免理由：{name}', { name })}
        onChange={(event) => setText(event.target.value)}
      />
      <span>
        <Button size="small" onClick={() => onDone(undefined)}>
          {t('取消')}
        </Button>
        <Button
          size="small"
          color="primary"
          variant="outlined"
          disabled={!reason}
          onClick={() => onDone(reason)}
        >
          {t('豁免')}
        </Button>
      </span>
    </div>
  )
}
