import { App, Button } from 'antd'
import { useState } from 'react'
import type { ShownConsequences } from '#kit/consequences.ts'
import { sentenceOf } from '#kit/failures.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { CheckList } from './CheckList.tsx'
import { openChecks } from './checkTexts.ts'
import type { MonthPage } from './contract.ts'
import { type Check, type CheckItem, monthClosing } from './contractClosing.ts'
import { type MonthKey, useMarkClosed } from './useMonths.tsx'

interface Props {
  page: MonthPage
  of: MonthKey
}

/** A month that is not closed: its checklist with waivers, and 结账. */
export function OpenMonth({ page, of }: Props) {
  const call = useCall(monthClosing.checklist, of, { messagePlace: 'inPage' })
  const skeleton = (
    <div className="lines-waiting">
      <TextSkeleton rows={8} />
    </div>
  )
  return (
    <Loaded call={call} skeleton={skeleton}>
      {({ items }) => <Checks page={page} of={of} checks={items} />}
    </Loaded>
  )
}

function Checks({ page, of, checks }: Props & { checks: readonly Check[] }) {
  const [waived, setWaived] = useState<ReadonlyMap<CheckItem, string>>(new Map())
  const open = openChecks(checks, waived)
  // Send waivers for open items only: an item may have been done in the meantime.
  const needed = checks.filter(({ item, done }) => !done && waived.has(item)).map(({ item }) => item)
  return (
    <>
      <CheckList checks={checks} waived={waived} onWaive={setWaived} />
      <Close
        page={page}
        of={of}
        all={checks.length}
        open={open.length}
        isBarred={open.some(({ waivable }) => !waivable)}
        waived={needed.map((item) => ({ item, reason: waived.get(item) ?? '' }))}
      />
    </>
  )
}

interface CloseProps extends Props {
  /** Number of items. */
  all: number
  /** Number of open items that are not waived. */
  open: number
  /** Whether one of them cannot be waived. */
  isBarred: boolean
  waived: { item: CheckItem; reason: string }[]
}

function Close({ page, of, all, open, isBarred, waived }: CloseProps) {
  const { message } = App.useApp()
  const [isConfirming, setConfirming] = useState(false)
  const markClosed = useMarkClosed()
  const close = useAction(monthClosing.close, { messagePlace: 'inPage', onSuccess: () => markClosed(of) })
  const run = async ({ seal }: ShownConsequences) => {
    await close.mutateAsync({ ...of, version: page.version, waived, seal })
    message.success(t('{month} 已结账', { month: of.month }))
  }
  const refused = close.error && (
    <p className="closing-refused" role="alert">
      {sentenceOf(close.error.notice) || close.error.message}
    </p>
  )
  return (
    <div className="closing-foot">
      {!isConfirming && refused}
      <Button
        type="primary"
        block
        disabled={open > 0}
        loading={close.isPending}
        onClick={() => setConfirming(true)}
      >
        {t('结账')}
      </Button>
      <p className="closing-note">{noteOf({ all, open, isBarred, waived: waived.length })}</p>
      {isConfirming && (
        <ConfirmWindow
          title={t('结账 {month}？', { month: of.month })}
          endpoint={monthClosing.closeConsequences}
          input={of}
          okText={t('结账')}
          onOk={run}
          onClose={() => setConfirming(false)}
        >
          {refused}
        </ConfirmWindow>
      )}
    </div>
  )
}

interface NoteOf extends Pick<CloseProps, 'all' | 'open' | 'isBarred'> {
  waived: number
}

function noteOf({ all, open, isBarred, waived }: NoteOf): string {
  if (open > 0 && isBarred) return t('还差 {n} 项。其中不能豁免的，处理完才可以结账。', { n: open })
  if (open > 0) return t('还差 {n} 项：处理完，或写明理由豁免后可以结账。', { n: open })
  return waived > 0
    ? t('{n} 项已豁免，理由会写进结账记录。', { n: waived })
    : t('{n} 项都处理完，可以结账。', { n: all })
}
