import { Link } from 'react-router'
import { formatInstantShort } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { type SystemProblem, systemStatus } from '#platform/system-status/contract.ts'
import { STATUS_LINK } from '#platform/system-status/rules.ts'
import './ProblemBand.css'

/** The problems that everything else waits for, in words: what happened, what to do first, who was told. */
export function ProblemBand({ problems }: { problems: readonly SystemProblem[] }) {
  return (
    <ul className="system-problems" aria-label={t('系统的问题')}>
      {problems.map((problem) => (
        <li key={problem.key} className={`system-problem system-${problem.severity}`}>
          <Icon name="warn" />
          <div>
            <p className="system-problem-title">{t('{sentence}。', { sentence: problem.title })}</p>
            <p>
              <bdi>{problem.remedy}</bdi>
            </p>
            <p className="system-problem-told">{toldText(problem)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Since when, and who was told when. */
function toldText({ since, notifiedAt, toldPeople, toldGroups }: SystemProblem): string {
  const began = t('从 {at} 开始', { at: formatInstantShort(since) })
  if (!notifiedAt || toldPeople === 0) return began
  const values = { began, at: formatInstantShort(notifiedAt), n: toldPeople, groups: toldGroups }
  return toldGroups > 0
    ? t('{began}，{at} 通知了 {n} 位管理员和 {groups} 个群', values)
    : t('{began}，{at} 通知了 {n} 位管理员', values)
}

/** On the home page of the operators: the problems of the system, if there are any. */
export function HomeProblems() {
  const { data } = useCall(systemStatus.problems, {}, { messagePlace: 'inPage', refetchInterval: 60_000 })
  if (!data || data.items.length === 0) return null
  return (
    <div className="system-home">
      <ProblemBand problems={data.items} />
      <Link to={STATUS_LINK}>{t('查看系统状态')}</Link>
    </div>
  )
}

/** A red dot next to 系统状态 in the list of settings, while there is a problem. */
export function ProblemDot() {
  const { data } = useCall(systemStatus.problems, {}, { messagePlace: 'inPage', refetchInterval: 60_000 })
  const n = data?.items.length ?? 0
  return n > 0 ? <i className="system-dot" role="img" aria-label={t('{n} 个问题', { n })} /> : null
}
