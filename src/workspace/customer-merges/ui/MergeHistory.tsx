import { App, Button } from 'antd'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { formatMinute } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { showChanged } from '#workspace/customer-merges/changedSince.tsx'
import { customerMerges, type Merge, type MovedKind } from '#workspace/customer-merges/contract.ts'
import { movedNames } from '#workspace/customer-merges/rules.ts'
import './Merging.css'

/** 合并记录 of a customer, with undo. Not shown for a customer without merges, unless the request fails. */
export function MergeHistory({ customerId }: { customerId: number }) {
  const call = useCall(customerMerges.list, { id: customerId }, { messagePlace: 'inPage' })
  const count = call.data?.items.length ?? 0
  if (count === 0 && !call.error) return null
  return (
    <Panel title={t('合并记录')}>
      <Loaded call={call} compact>
        {({ items }) => (
          <ul className="merge-list">
            {items.map((item) => (
              <MergeRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function MergeRow({ item }: { item: Merge }) {
  const { modal, message } = App.useApp()
  const client = useClient()
  const undo = useAction(customerMerges.undo, {
    messagePlace: 'inPage',
    onSuccess: () => void message.success(t('已撤销合并')),
    onError: (error) => (error.data?.changed ? showChanged(modal, error) : client.report(error)),
  })
  const [confirming, setConfirming] = useState(false)
  const moved = Object.entries(item.moved).filter(([, n]) => n > 0)
  return (
    <li>
      <b>{item.mergedName}</b>
      <span>{item.mergedCode}</span>
      {item.undoable && (
        <Button type="link" size="small" onClick={() => setConfirming(true)} loading={undo.isPending}>
          {t('撤销')}
        </Button>
      )}
      {confirming && (
        <ConfirmWindow
          title={t('撤销合并')}
          endpoint={customerMerges.undoConsequences}
          input={{ id: item.id }}
          okText={t('撤销合并')}
          // `onError` above already shows the error.
          onOk={() => undo.mutateAsync({ id: item.id }).catch(ignoreShownErrors)}
          onClose={() => setConfirming(false)}
        />
      )}
      <small>
        {t('{name} {at} 合并', { name: item.mergedByName, at: formatMinute(item.mergedAt) })}
        {moved.length > 0 &&
          ` · ${moved.map(([kind, n]) => t('{what} {n}', { what: t(movedNames[kind as MovedKind]), n })).join(t('、'))}`}
        {item.undoneAt &&
          ` · ${t('{name} {at} 已撤销', { name: item.undoneByName ?? '', at: formatMinute(item.undoneAt) })}`}
      </small>
    </li>
  )
}
