import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { LeaveKind } from '#operations/leaves/contract.ts'
import { leaveKindNames } from '#operations/leaves/rules.ts'
import { leaveRules } from './contract.ts'

const namesOf = (kinds: readonly LeaveKind[]) =>
  kinds.map((kind) => t(leaveKindNames[kind])).join(t('、')) || t('无')

/** 公司设置 → 请假: which kinds of leave the company pays. */
export function RulesTab() {
  const [editing, setEditing] = useState(false)
  const call = useCall(leaveRules.get, {}, { messagePlace: 'inPage' })
  const { data } = call
  return (
    <Panel
      title={t('请假')}
      hint={t('只作用于您所在的公司')}
      actions={data && <Button onClick={() => setEditing(true)}>{t('修改')}</Button>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {({ unpaid }) => (
          <Facts
            items={[
              {
                label: t('计薪'),
                value: namesOf(LeaveKind.options.filter((kind) => !unpaid.includes(kind))),
              },
              { label: t('不计薪'), value: namesOf(unpaid) },
            ]}
          />
        )}
      </Loaded>
      <FormModal
        open={editing}
        onClose={() => setEditing(false)}
        title={t('修改不计薪的请假')}
        endpoint={leaveRules.set}
        fixed={{ version: data?.version ?? 0 }}
        defaults={{ unpaid: data?.unpaid ?? [] }}
        fields={[
          {
            key: 'unpaid',
            kind: 'multi',
            options: choicesOf(leaveKindNames),
            hint: t('这些请假的日子按缺勤算，减基本工资；其余的不减。没有结账的月份随之重算，已结账的不变。'),
          },
        ]}
      />
    </Panel>
  )
}
