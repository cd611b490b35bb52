import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { today } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { combineReads } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePageHeading } from '#kit/ui/page.tsx'
import { isNotFound, RecordNotFound } from '#kit/ui/RecordNotFound.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type Staff, staff } from '#people/staff/contract.ts'
import { type HandoverChoice, type HandoverItem, HandoverKind, handovers } from './contract.ts'
import { HandoverPanel } from './HandoverPanel.tsx'
import { type Handover, useHandover } from './useHandover.tsx'
import './LeaveScreen.css'

/** 办理离职: hands over all items of a person, several at a time, and then ends the employment. */
export function LeaveScreen() {
  const id = Number(useParams().id)
  const person = useCall(staff.get, { id }, { messagePlace: 'inPage' })
  const left = useCall(handovers.get, { id }, { messagePlace: 'inPage' })
  const name = person.data?.name
  const gone = isNotFound(person.error)
  const heading = name && t('为{name}办理离职', { name })
  usePageHeading({
    title: gone ? t('没有这条记录') : heading,
    line: t('先把手上的交给别人，再结束登录和权限'),
  })
  const skeleton = (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
  if (isNotFound(person.error)) return <RecordNotFound error={person.error} list="/user-management" />
  if (person.data?.status === 'left') return <HasLeft person={person.data} />
  return (
    <Loaded call={combineReads(person, left)} skeleton={skeleton} panel>
      {([one, { items }]) => <Leaving person={one} items={items} />}
    </Loaded>
  )
}

function HasLeft({ person }: { person: Staff }) {
  return (
    <Panel>
      <EmptyState
        text={t('{name}已经离职', { name: person.name })}
        hint={person.leftOn ? t('离职日期 {day}', { day: person.leftOn }) : undefined}
        action={{ label: t('查看员工'), to: `/user-management/${person.id}` }}
      />
    </Panel>
  )
}

function Leaving({ person, items }: { person: Staff; items: HandoverItem[] }) {
  const handover = useHandover()
  const kinds = HandoverKind.options.filter((kind) => items.some((item) => item.kind === kind))
  return (
    <>
      {kinds.map((kind) => (
        <HandoverPanel
          key={kind}
          kind={kind}
          person={person}
          items={items.filter((item) => item.kind === kind)}
          handover={handover}
        />
      ))}
      <End person={person} items={items} handover={handover} />
    </>
  )
}

function End({ person, items, handover }: { person: Staff; items: HandoverItem[]; handover: Handover }) {
  const [confirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const missing = items.length - handover.settled(items)
  return (
    <Panel>
      <div className="handover-end">
        <p>{sentence(items.length, missing)}</p>
        <Button onClick={() => void navigate(-1)}>{t('取消')}</Button>
        <Button type="primary" danger disabled={missing > 0} onClick={() => setConfirming(true)}>
          {t('办理离职')}
        </Button>
      </div>
      <LeaveForm
        person={person}
        open={confirming}
        onClose={() => setConfirming(false)}
        choices={handover.choices(items)}
      />
    </Panel>
  )
}

interface FormProps {
  person: Staff
  open: boolean
  onClose: () => void
  choices: HandoverChoice[]
}

/** The final form: last day and reason. */
function LeaveForm({ person, open, onClose, choices }: FormProps) {
  const navigate = useNavigate()
  const { name } = person
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('确认为{name}办理离职', { name })}
      endpoint={handovers.leave}
      record={person}
      isAction
      defaults={{ leftOn: today(() => new Date()) }}
      fixed={{ choices }}
      fields={[
        {
          key: 'leftOn',
          kind: 'day',
          notClearable: true,
          hint: t('最后一个工作日。确认后{name}在所有设备上的登录立即失效，接手的人从第二天开始。', {
            name,
          }),
        },
        { key: 'reason', kind: 'textarea' },
      ]}
      submitText={t('确认离职')}
      doneText={t('已办理离职')}
      onDone={() => void navigate(`/user-management/${person.id}`, { replace: true })}
    />
  )
}

function sentence(all: number, missing: number): string {
  if (all === 0) return t('此人手上没有需要交接的，可以直接办理离职。')
  if (missing > 0)
    return t('共 {n} 项，还有 {missing} 项没有安排。全部安排好后才能办理离职。', { n: all, missing })
  return t('{n} 项都已安排好。办理后立即生效，一次完成。', { n: all })
}
