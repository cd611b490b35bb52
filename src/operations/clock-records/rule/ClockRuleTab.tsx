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
import { clockRules, type Rules } from './contract.ts'
import { basisNames } from './rules.ts'

/** 公司设置 → 出勤: what attendance for pay is counted by, and how many minutes are tolerated. */
export function ClockRuleTab() {
  const [editing, setEditing] = useState(false)
  const call = useCall(clockRules.get, {}, { messagePlace: 'inPage' })
  const { data } = call
  return (
    <Panel
      title={t('出勤')}
      hint={t('只作用于您所在的公司')}
      actions={data && <Button onClick={() => setEditing(true)}>{t('修改')}</Button>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {(rules) => <Facts items={factsOf(rules)} />}
      </Loaded>
      {editing && data && <RuleForm rules={data} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

const textOf = ({ basis, toleranceMinutes }: Pick<Rules, 'basis' | 'toleranceMinutes'>) =>
  t('按{basis}，宽限 {n} 分钟', { basis: t(basisNames[basis]), n: toleranceMinutes })

function factsOf(rules: Rules) {
  return [
    { label: t('本月'), value: textOf(rules) },
    ...rules.rules.map((rule) => ({
      label: t('{month} 起', { month: rule.month }),
      value: t('{text}（{name}）', { text: textOf(rule), name: rule.updatedByName }),
    })),
    {
      label: t('说明'),
      value: t(
        '按日志：有已通过日志的日子算出勤。按打卡：打卡与班次相符的日子算，迟到早退折成半天。两者都要：日志已通过并且有打卡才算。',
      ),
      wide: true,
    },
  ]
}

function RuleForm({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const month = rules.openMonth > rules.thisMonth ? rules.openMonth : rules.thisMonth
  const sameMonth = rules.rules.find((rule) => rule.month === month)
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('修改出勤的算法')}
      endpoint={clockRules.set}
      fixed={{ month, ...(sameMonth && { version: sameMonth.version }) }}
      defaults={{ basis: rules.basis, toleranceMinutes: rules.toleranceMinutes }}
      fields={[
        {
          key: 'basis',
          kind: 'select',
          options: choicesOf(basisNames),
          hint: t('从 {month} 起；之前的月份不变，已结账的月份一分也不变', { month }),
        },
        {
          key: 'toleranceMinutes',
          kind: 'number',
          min: 0,
          max: 120,
          suffix: t('分钟'),
          hint: t('迟到、早退不超过这些分钟，算正常'),
        },
      ]}
    />
  )
}
