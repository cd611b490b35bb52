import { App, Button } from 'antd'
import { useState } from 'react'
import { can } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import type { LateFiguresProps } from '#kit/ui/suppliedParts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { rerateConsequences, rerates } from './contract.ts'
import { lateText } from './rules.ts'
import './rerates.css'

/** 只算差额, shown below a file with days of closed months; hidden from users who may not charge customers. */
export function LateFigures({ batchId }: LateFiguresProps) {
  const user = useUser()
  const { message } = App.useApp()
  const [open, setOpen] = useState(false)
  const settle = useAction(rerates.late)
  if (!can(user, 'canChargeCustomer')) return null
  const send = async () => {
    const { results } = await settle.mutateAsync({ batchId })
    const [first] = results.filter(({ billId }) => billId !== null).concat(results)
    if (first) void message.info(first.problem === null ? lateText(first) : first.problem)
  }
  return (
    <p className="rerate-note">
      {t('已结账的日子不写入。可以只算差额：按文件的数重算，差额记为最早未结账月份的调整草稿。')}{' '}
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t('只算差额')}
      </Button>
      {open && (
        <ConfirmWindow
          title={t('只算差额')}
          endpoint={rerateConsequences.late}
          input={{ batchId }}
          okText={t('只算差额')}
          onOk={send}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  )
}
