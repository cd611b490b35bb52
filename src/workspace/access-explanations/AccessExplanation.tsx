import { Modal } from 'antd'
import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { AccessExplanationProps } from '#kit/ui/suppliedParts.tsx'
import { roleName } from '#people/staff/rules.ts'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { accessExplanations, type ExplainedEntity } from './contract.ts'
import { actionNames, reasonOf } from './sentences.ts'
import './AccessExplanation.css'

/** Lets an admin choose a person and read which actions that person may take on a record, and why. */
export function AccessExplanation({ entity, recordId, companyCode, onClose }: AccessExplanationProps) {
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
                <strong>{t(actionNames[verdict.act])}</strong>
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
