import { Form, Modal } from 'antd'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import { eachRow } from '#kit/ui/list/eachRow.ts'
import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { type Store, stores } from './contract.ts'

const LEADERS = { purpose: 'leader' }

/** 更换组长 for several stores. If the leader is not allowed for one store, only that store fails. */
export function LeaderForm(batch: BatchForm<Store>) {
  const [leaderId, setLeaderId] = useState<number>()
  const [submitted, setSubmitted] = useState(false)
  const { busy, progress, change } = useChange(batch)
  const missing = submitted && !leaderId
  return (
    <TouchSize>
      <Modal
        open
        width={520}
        title={t('为 {n} 家店铺更换组长', { n: batch.rows.length })}
        okText={progress ? t('正在更换 {n}/{all}', { n: progress, all: batch.rows.length }) : t('更换')}
        confirmLoading={busy}
        onCancel={busy ? undefined : batch.close}
        onOk={() => (leaderId ? void change(leaderId) : setSubmitted(true))}
      >
        <Form layout="vertical" component="div">
          <Form.Item
            label={t('新的组长')}
            htmlFor="batch-leader"
            required
            validateStatus={missing ? 'error' : ''}
            help={missing ? t('请选择新的组长') : t('立即生效；客服的分配不变。')}
          >
            <OptionPicker
              id="batch-leader"
              endpoint={staffOptions}
              query={LEADERS}
              value={leaderId}
              onChange={setLeaderId}
            />
          </Form.Item>
        </Form>
      </Modal>
    </TouchSize>
  )
}

function useChange({ rows, run }: BatchForm<Store>) {
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState(0)
  const change = async (leaderId: number) => {
    setBusy(true)
    const update = ({ id, version }: Store) =>
      client.call(stores.update, { id, version, leaderId }, { messagePlace: 'inPage' })
    await run(() => eachRow(rows, update, setProgress))
  }
  return { busy, progress, change }
}
