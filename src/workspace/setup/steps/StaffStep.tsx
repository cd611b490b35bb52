import { Button } from 'antd'
import { Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { FormPhase, NewPeopleProps } from '#people/staff/ui/NewPeople.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { rolesText } from '#workspace/setup/stepTexts.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

const NewPeople = lazyPart<'NewPeople', NewPeopleProps>(
  () => import('#people/staff/ui/NewPeople.tsx'),
  'NewPeople',
)

/** 员工: several people in place, or from a sheet. */
export function StaffStep({ facts: { staff }, ...props }: StepProps) {
  const importing = useRecordImport('staff')
  const id = useId()
  const [adding, setAdding] = useState(props.step.state !== 'done')
  const [phase, setPhase] = useState<FormPhase>('ready')
  return (
    <StepPanel
      step="staff"
      minutes={3}
      note={t('以后在 员工管理 里加')}
      actions={
        <>
          <ActionButtons actions={[importing.action]} />
          {!(adding && props.step.state === 'done') && <StepActions {...props} />}
          {adding && (
            <Button
              type="primary"
              htmlType="submit"
              form={id}
              loading={phase === 'sending'}
              disabled={phase === 'blocked'}
            >
              {t('新建并生成密码')}
            </Button>
          )}
        </>
      }
    >
      <p className="setup-intro">
        {t('每人一个账号：客服和组长上传文件、写日志，商务管客户，财务出账收款。')}
      </p>
      {staff.total > staff.admins && (
        <p className="setup-present">
          <b>{t('{n} 人', { n: staff.total })}</b>
          <span>{rolesText(staff)}</span>
          <Link to="/user-management">{t('查看')}</Link>
        </p>
      )}
      {adding ? (
        <Suspense fallback={<TextSkeleton rows={3} />}>
          <NewPeople id={id} onState={setPhase} onDone={() => setAdding(false)} />
        </Suspense>
      ) : (
        <Button onClick={() => setAdding(true)}>{t('再加几位')}</Button>
      )}
      {importing.window}
    </StepPanel>
  )
}
