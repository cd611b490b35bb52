import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ROLES } from '#access/permissions.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { staff, type Teams } from './contract.ts'
import { roleNames } from './rules.ts'

/** Active staff by team, next to the list. A team or role sets the list's filter; a member links to their page. */
export function TeamTree({ companies }: { companies: Choice<string>[] }) {
  const phone = usePhone()
  const call = useCall(staff.teams, {}, { messagePlace: 'inPage' })
  const tree = (
    <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
      {(data) => <Tree data={data} companies={companies} />}
    </Loaded>
  )
  if (!phone) {
    return (
      <nav className="panel team-tree" aria-label={t('小组')}>
        {tree}
      </nav>
    )
  }
  return (
    <details className="panel team-tree">
      <summary>{t('按小组查看')}</summary>
      <nav aria-label={t('小组')}>{tree}</nav>
    </details>
  )
}

function Tree({ data, companies }: { data: Teams[]; companies: Choice<string>[] }) {
  const total = data.reduce((sum, company) => sum + company.total, 0)
  return (
    <ul>
      <Branch label={t('全部在职')} count={total} filter={{}} />
      {data.map((company) => (
        <Company
          key={company.companyCode}
          company={company}
          name={
            data.length > 1 ? companies.find(({ value }) => value === company.companyCode)?.label : undefined
          }
        />
      ))}
    </ul>
  )
}

/** The teams, then the other roles; under the company's name if there are several companies. */
function Company({ company, name }: { company: Teams; name: string | undefined }) {
  const { companyCode, roles, teams } = company
  const only: Record<string, string> = name ? { companyCode } : {}
  const others = roles.filter(({ role }) => role !== ROLES.agent)
  return (
    <>
      {name && <li className="team-company">{name}</li>}
      {teams.map((team) => (
        <Team key={team.id} {...team} />
      ))}
      {others.map(({ role, count }) => (
        <Branch
          key={role}
          label={t(roleNames[role] ?? '未知')}
          count={count}
          filter={{ ...only, role: String(role) }}
        />
      ))}
    </>
  )
}

function Team({ id, name, isActive, members }: Teams['teams'][number]) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Branch
        label={t('{name}组', { name })}
        count={members.length + (isActive ? 1 : 0)}
        filter={{ teamId: String(id) }}
        fold={members.length > 0 ? { open, toggle: () => setOpen(!open) } : undefined}
      />
      {open &&
        members.map((member) => (
          <li key={member.id} className="team-member">
            <Link to={`/user-management/${member.id}`}>{member.name}</Link>
          </li>
        ))}
    </>
  )
}

interface BranchProps {
  label: string
  count: number
  /** The query parameters that the link sets. Other parameters of the tree are removed. */
  filter: Record<string, string>
  fold?: { open: boolean; toggle: () => void } | undefined
}

const SET_BY_TREE = ['teamId', 'role', 'companyCode', 'status', 'current']

function Branch({ label, count, filter, fold }: BranchProps) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  for (const key of SET_BY_TREE) search.delete(key)
  const linkParams: Record<string, string> = { ...filter, status: 'active' }
  for (const [key, value] of Object.entries(linkParams)) search.set(key, value)
  const isCurrent = ['teamId', 'role', 'companyCode', 'status'].every(
    (key) => params.getAll(key).join() === (linkParams[key] ?? ''),
  )
  return (
    <li className="team-branch">
      {fold ? (
        <button
          type="button"
          aria-expanded={fold.open}
          aria-label={t('{label}的组员', { label })}
          onClick={fold.toggle}
        >
          <Icon name={fold.open ? 'down' : 'right'} size={12} />
        </button>
      ) : (
        <span className="team-leaf" />
      )}
      <Link to={{ search: search.toString() }} aria-current={isCurrent ? 'true' : undefined}>
        {label}
        <small>{count}</small>
      </Link>
    </li>
  )
}
