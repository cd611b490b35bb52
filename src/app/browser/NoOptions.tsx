import { Button } from 'antd'
import { Link } from 'react-router'
import { mayAdd } from '#access/adding.ts'
import type { OfferedKind } from '#access/kinds.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { NoOptionsProps } from '#kit/ui/suppliedParts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type StaffContacts, staff } from '#people/staff/contract.ts'
import type { OptionPurpose } from '#people/staff/options/contract.ts'
import './NoOptions.css'

interface Words {
  none: string
  noMatch: string
  add: string
  /** For users who may not add one. */
  ask: string
  /** Where one is added, if not in a form in place. */
  to?: string
}

const WORDS: Record<Exclude<OfferedKind, 'staff'>, Words> = {
  customer: {
    none: '还没有客户',
    noMatch: '没有与“{text}”相符的客户',
    add: '新建客户',
    ask: '请{name}新建客户',
  },
  store: {
    none: '还没有店铺',
    noMatch: '没有与“{text}”相符的店铺',
    add: '新建店铺',
    ask: '请{name}新建店铺，或把店铺分配给您',
  },
  colleague: {
    none: '没有能看到这个客户的同事',
    noMatch: '没有与“{text}”相符、能看到这个客户的同事',
    add: '新建员工',
    ask: '请{name}新建员工',
  },
  'stand-in': {
    none: '没有其他管理员或财务可以代审',
    noMatch: '没有与“{text}”相符的管理员或财务',
    add: '新建员工',
    ask: '请{name}新建员工',
  },
  bill: {
    none: '这个客户没有其他未收齐的账单',
    noMatch: '没有与“{text}”相符的未收齐账单',
    add: '新建账单',
    ask: '请{name}新建账单',
    to: '/customer-bill-management?new=1',
  },
  import: {
    none: '这些日期还没有导入过文件',
    noMatch: '没有与“{text}”相符的导入',
    add: '导入平台数据',
    ask: '请{name}导入平台数据',
    to: '/store-worklog/imports?import=1',
  },
  webhook: {
    none: '还没有群机器人',
    noMatch: '没有与“{text}”相符的群机器人',
    add: '添加群机器人',
    ask: '请{name}添加群机器人',
    to: '/account/settings?tab=webhooks',
  },
}

const HEADS: Words = {
  none: '还没有客服组长',
  noMatch: '没有与“{text}”相符的客服组长',
  add: '新建客服组长',
  ask: '请{name}新建客服组长',
}

/** Staff, by the purpose of the choice. */
const STAFF_WORDS: Record<OptionPurpose, Words> = {
  parent: HEADS,
  leader: HEADS,
  agent: {
    none: '还没有客服',
    noMatch: '没有与“{text}”相符的客服',
    add: '新建客服',
    ask: '请{name}新建客服',
  },
  owner: {
    none: '还没有商务',
    noMatch: '没有与“{text}”相符的商务',
    add: '新建商务',
    ask: '请{name}新建商务',
  },
  reviewer: {
    none: '没有其他管理员或财务',
    noMatch: '没有与“{text}”相符的管理员或财务',
    add: '新建员工',
    ask: '请{name}新建员工',
  },
  anyone: {
    none: '还没有员工',
    noMatch: '没有与“{text}”相符的员工',
    add: '新建员工',
    ask: '请{name}新建员工',
  },
}

function wordsOf({ offers, query }: Pick<NoOptionsProps, 'offers' | 'query'>): Words {
  return offers === 'staff' ? STAFF_WORDS[query.purpose as OptionPurpose] : WORDS[offers]
}

/** The content of an empty picker: what is missing, and how it is added, or who can add it. */
export function NoOptions(props: NoOptionsProps) {
  const { offers, query, typed } = props
  const words = wordsOf(props)
  const adds = mayAdd(useUser(), offers, query)
  return (
    <div className="no-options">
      <span>{typed ? t(words.noMatch, { text: typed }) : t(words.none)}</span>
      {adds ? (
        <AddOption typed={typed} onAdd={props.onAdd} words={words} />
      ) : (
        !typed && <Ask offers={offers} words={words} />
      )}
    </div>
  )
}

function AddOption({ typed, onAdd, words }: Pick<NoOptionsProps, 'typed' | 'onAdd'> & { words: Words }) {
  // In a new tab, so that the form with the picker stays.
  if (words.to) {
    return (
      <Link to={words.to} target="_blank">
        {t(words.add)}
      </Link>
    )
  }
  return (
    <Button type="link" size="small" onClick={onAdd}>
      {typed ? t('新建“{text}”', { text: typed }) : t(words.add)}
    </Button>
  )
}

/** The names of the people who can add what is missing. */
function Ask({ offers, words }: { offers: OfferedKind; words: Words }) {
  const { data } = useCall(staff.contacts, {}, { staleTime: 'static' })
  return <span>{t(words.ask, { name: namesOf(offers, data) })}</span>
}

/** A member's head assigns stores; everything else is added by admins. */
function namesOf(offers: OfferedKind, contacts: StaffContacts | undefined): string {
  const names = (offers === 'store' && contacts?.head && [contacts.head]) || contacts?.admins || []
  return names.length > 0 ? names.join(t('、')) : t('管理员')
}
