import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { can } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { roleName } from '#people/staff/rules.ts'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import type { ExplainedEntity } from '#workspace/access-explanations/contract.ts'
import { accessExplanations } from '#workspace/access-explanations/contract.ts'
import { actNames, reasonOf } from '#workspace/access-explanations/sentences.ts'
import './WhyPicker.css'

interface Why {
  /** 谁能看到, for an admin. */
  whyAction: Maybe<Action>
  /** The same in the foot of a drawer, apart from what changes the record. */
  whyButton: ReactNode
  /** Belongs somewhere in the screen. */
  whyDialog: ReactNode
}

/** Lets an admin pick a person and read why that person may, or may not, with a record. */
export function useWhy(entity: ExplainedEntity, recordId: number, companyCode: string | undefined): Why {
  const user = useUser()
  const [open, setOpen] = useState(false)
  if (!can(user, 'canAdmin') || !companyCode) return { whyAction: null, whyButton: null, whyDialog: null }
  const asked = { label: t('谁能看到'), onClick: () => setOpen(true) }
  return {
    whyAction: { key: 'why', ...asked },
    whyButton: (
      <Button type="text" className="why-button" onClick={asked.onClick}>
        {asked.label}
      </Button>
    ),
    whyDialog: open && (
      <WhyDialog
        entity={entity}
        recordId={recordId}
        companyCode={companyCode}
        onClose={() => setOpen(false)}
      />
    ),
  }
}

interface DialogProps {
  entity: ExplainedEntity
  recordId: number
  companyCode: string
  onClose: () => void
}

function WhyDialog({ entity, recordId, companyCode, onClose }: DialogProps) {
  const [staffId, setStaffId] = useState<number>()
  return (
    <Modal open width={520} title={t('谁能看到，为什么')} footer={null} onCancel={onClose}>
      <div className="why">
        <p>{t('选一位员工，看此人对这条记录能做什么，由哪项权限和范围决定。')}</p>
        <StaffPicker
          purpose="anyone"
          companyCode={companyCode}
          aria-label={t('员工')}
          placeholder={t('选择员工')}
          value={staffId}
          onChange={setStaffId}
        />
        {staffId && <Verdicts entity={entity} recordId={recordId} staffId={staffId} />}
      </div>
    </Modal>
  )
}

function Verdicts(of: { entity: ExplainedEntity; recordId: number; staffId: number }) {
  const call = useCall(accessExplanations.get, of, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
      {({ role, parentId, verdicts, ...names }) => (
        <ul className="why-verdicts">
          {verdicts.map((verdict) => (
            <li key={verdict.act}>
              <StatusTag
                tone={verdict.allowed ? 'green' : 'grey'}
                label={verdict.allowed ? t('可以') : t('不可以')}
              />
              <div>
                <strong>{t(actNames[verdict.act])}</strong>
                <p>{reasonOf(verdict, of.entity, { ...names, role: t(roleName(role, parentId)) })}</p>
                <small>{verdict.permission}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
