import { Button, Modal } from 'antd'
import { useState } from 'react'
import { today } from '#kit/calendar.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { type StandIn, standIns } from './contractSettings.ts'
import './claims.css'

export interface StandInsPanelProps {
  open: boolean
  onClose: () => void
}

/** 代审: the user's stand-ins, and colleagues for whom the user stands in. */
export function StandInsPanel({ open, onClose }: StandInsPanelProps) {
  const [adding, setAdding] = useState(false)
  const call = useCall(standIns.list, {}, { enabled: open, messagePlace: 'inPage' })
  const now = today(() => new Date())
  return (
    <>
      <Modal
        open={open && !adding}
        width={520}
        title={t('代审安排')}
        onCancel={onClose}
        footer={
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('请人代审')}
          </Button>
        }
      >
        <Loaded call={call} compact>
          {({ items }) => <Arrangements items={items} />}
        </Loaded>
      </Modal>
      <FormModal
        open={open && adding}
        onClose={() => setAdding(false)}
        title={t('请人代审')}
        endpoint={standIns.create}
        defaults={{ fromOn: now, toOn: now }}
        fields={[
          { key: 'standInId', kind: 'picker', options: standIns.options },
          { key: 'fromOn', kind: 'day', notClearable: true },
          { key: 'toOn', kind: 'day', notClearable: true, hint: t('到这一天为止，可以随时收回') },
        ]}
        doneText={t('已安排代审')}
      />
    </>
  )
}

function Arrangements({ items }: { items: readonly StandIn[] }) {
  if (items.length === 0) {
    return (
      <EmptyState
        compact
        text={t('没有代审安排')}
        hint={t('外出时请一位管理员或财务替您审核；谁也不能审核自己的报销单。')}
      />
    )
  }
  return (
    <ul className="claim-stand-ins">
      {items.map((one) => (
        <Row key={one.id} one={one} />
      ))}
    </ul>
  )
}

function Row({ one }: { one: StandIn }) {
  const remove = useAction(standIns.remove)
  const { staffName, standInName, fromOn, toOn } = one
  const who = one.mine ? t('{name}替我审核', { name: standInName }) : t('我替{name}审核', { name: staffName })
  return (
    <li>
      <span>
        {who}
        <small>{t('{from} 至 {to}', { from: fromOn, to: toOn })}</small>
      </span>
      {one.mine && (
        <Button
          type="link"
          loading={remove.isPending}
          onClick={() => void remove.mutateAsync({ id: one.id }).catch(ignoreShownErrors)}
        >
          {t('收回')}
        </Button>
      )}
    </li>
  )
}
