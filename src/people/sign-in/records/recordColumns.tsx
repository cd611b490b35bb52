import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { factorNames, OUTCOMES, type Outcome, outcomeNames } from '#people/sessions/attempts/rules.ts'
import type { SignInRecord } from './contract.ts'
import './SignInRecords.css'

const outcomeTones: Record<Outcome, Tone> = {
  success: 'green',
  secondStep: 'grey',
  wrong: 'orange',
  locked: 'red',
  companyDisabled: 'grey',
  addressRefused: 'orange',
}

export const outcomeChoices = () => OUTCOMES.map((value) => ({ value, label: t(outcomeNames[value]) }))

/** The columns that the user's own list and the company's have in common, without the name. */
export const recordColumns = (): Column<SignInRecord>[] => [
  {
    key: 'outcome',
    title: t('结果'),
    width: 120,
    phone: 'status',
    from: { field: 'outcome', names: outcomeNames },
    render: ({ outcome, times }) => (
      <>
        <StatusTag tone={outcomeTones[outcome]} label={t(outcomeNames[outcome])} />
        {times > 1 && <span className="sign-in-times">{t('{n} 次', { n: times })}</span>}
      </>
    ),
  },
  {
    key: 'factor',
    title: t('方式'),
    width: 88,
    phone: 'note',
    from: { field: 'factor', names: factorNames },
  },
  {
    key: 'device',
    title: t('设备'),
    width: 224,
    phone: 'remark',
    exported: false,
    render: (record) => <DeviceCell {...record} />,
  },
  { key: 'ip', title: t('地址'), width: 136, phone: 'note' },
]

export const atColumn = (pinned: boolean): Column<SignInRecord> => ({
  key: 'at',
  title: t('时间'),
  type: 'instant',
  sort: true,
  width: 160,
  phone: pinned ? 'name' : 'note',
  ...(pinned && { pinned }),
})

function DeviceCell({ browser, system, knownDevice }: SignInRecord) {
  const name = [system, browser].filter(Boolean).join(' · ') || t('未知设备')
  return (
    <>
      {name}
      {!knownDevice && <span className="sign-in-new">{t('新设备')}</span>}
    </>
  )
}
