import { App, Button } from 'antd'
import { useClient } from '#kit/clientContext.tsx'
import { formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { showChanged } from './changedSince.tsx'
import type { Merge, MovedKind } from './contract.ts'
import { customerMerges } from './contract.ts'
import { movedNames } from './rules.ts'
import './Merging.css'

/** 合并记录 of a customer, with the way back; nothing where nothing was ever merged into it. */
export function MergesPicker({ customerId }: { customerId: number }) {
  const { data } = useCall(customerMerges.list, { id: customerId }, { skipErrorHandler: true })
  if (!data || data.items.length === 0) return null
  return (
    <Panel title={t('合并记录')}>
      <ul className="merge-list">
        {data.items.map((item) => (
          <MergeRow key={item.id} item={item} />
        ))}
      </ul>
    </Panel>
  )
}

function MergeRow({ item }: { item: Merge }) {
  const { modal, message } = App.useApp()
  const client = useClient()
  const undo = useAction(customerMerges.undo, {
    skipErrorHandler: true,
    onSuccess: () => void message.success(t('已撤销合并')),
    onError: (error) => (error.data?.changed ? showChanged(modal, error) : client.report(error)),
  })
  const ask = () =>
    modal.confirm({
      title: t('撤销合并'),
      content: t('“{name}”会恢复为单独的客户，移过来的内容一并移回去。', { name: item.mergedName }),
      okText: t('撤销合并'),
      // A refusal is said above; the window has nothing to add.
      onOk: () => undo.mutateAsync({ id: item.id }).catch(() => undefined),
    })
  const moved = Object.entries(item.moved).filter(([, n]) => n > 0)
  return (
    <li>
      <b>{item.mergedName}</b>
      <span>{item.mergedCode}</span>
      {item.undoable && (
        <Button type="link" size="small" onClick={ask} loading={undo.isPending}>
          {t('撤销')}
        </Button>
      )}
      <small>
        {t('{name} {at} 合并', { name: item.mergedByName, at: formatInstant(item.mergedAt) })}
        {moved.length > 0 &&
          ` · ${moved.map(([kind, n]) => t('{what} {n}', { what: t(movedNames[kind as MovedKind]), n })).join(t('、'))}`}
        {item.undoneAt &&
          ` · ${t('{name} {at} 已撤销', { name: item.undoneByName ?? '', at: formatInstant(item.undoneAt) })}`}
      </small>
    </li>
  )
}
