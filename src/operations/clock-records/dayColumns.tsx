import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { clockFormatters, daysText, logNames, punchesText } from './cellFormatters.ts'
import type { ClockDay } from './contract.ts'
import { stateSentence, stateTones } from './rules.ts'

/** The columns of the days; members see neither names nor proposals. */
export function dayColumns({
  reviews,
  hasTeams,
}: {
  reviews: boolean
  hasTeams: boolean
}): Column<ClockDay>[] {
  const day: Column<ClockDay> = {
    key: 'on',
    title: t('日期'),
    type: 'day',
    width: 104,
    sort: true,
    phone: 'note',
  }
  return [
    ...(reviews
      ? [personColumn(), day]
      : [{ ...day, pinned: true, phone: 'name' } satisfies Column<ClockDay>]),
    ...(hasTeams ? [{ key: 'headName', title: t('组长'), width: 80, hidden: true }] : []),
    {
      key: 'shifts',
      title: t('班次'),
      width: 136,
      phone: 'note',
      words: clockFormatters.shifts,
    },
    punchesColumn(),
    statesColumn(),
    {
      key: 'log',
      title: t('日志'),
      width: 80,
      from: { field: 'log', names: logNames },
    },
    ...(reviews ? [proposalColumn()] : []),
    { key: 'note', title: t('文件里的结果'), width: 160, hidden: true },
  ]
}

const personColumn = (): Column<ClockDay> => ({
  key: 'staffName',
  title: t('客服'),
  width: 96,
  pinned: true,
  sort: true,
  phone: 'name',
})

const punchesColumn = (): Column<ClockDay> => ({
  key: 'punches',
  title: t('打卡'),
  width: 128,
  phone: 'note',
  words: clockFormatters.punches,
  render: (row) => <span className="clock-punches">{punchesText(row, t) ?? '-'}</span>,
})

const statesColumn = (): Column<ClockDay> => ({
  key: 'states',
  title: t('结果'),
  width: 152,
  phone: 'status',
  words: clockFormatters.states,
  render: ({ states }) => (
    <span className="clock-states">
      {states.map((state) => (
        <StatusTag key={state.state} tone={stateTones[state.state]} label={t(stateSentence(state))} />
      ))}
    </span>
  ),
})

const proposalColumn = (): Column<ClockDay> => ({
  key: 'proposal',
  title: t('出勤建议'),
  width: 200,
  phone: 'remark',
  words: clockFormatters.proposal,
  render: (row) => <Proposal {...row} />,
})

/** The proposed half days with the reason, or the last decision. */
function Proposal({ proposal, decision }: Pick<ClockDay, 'proposal' | 'decision'>) {
  if (proposal) {
    const days = daysText(proposal.halfDays, t)
    return (
      <span className="clock-proposal" title={`${days} ${proposal.reason}`}>
        <span className="clock-proposed">{days}</span> {proposal.reason}
      </span>
    )
  }
  if (!decision) return <span>-</span>
  const values = { days: daysText(decision.halfDays, t), name: decision.byName }
  return (
    <span className="clock-decided">
      {t(decision.taken ? '{name}接受了 {days}' : '{name}没有接受 {days}', values)}
    </span>
  )
}
