import { useState } from 'react'
import { ROLES } from '#access/permissions.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type RevealLimit, revealLimits } from './contract.ts'
import './RevealLimits.css'

const ROLE_NAMES: Record<number, string> = {
  [ROLES.admin]: '管理员',
  [ROLES.agent]: '客服（含组长）',
  [ROLES.sales]: '商务',
  [ROLES.finance]: '财务',
}

/** 公司设置 → 查看上限: the number of masked values that a person of each role may reveal per day. */
export function RevealLimitsTab() {
  const [editing, setEditing] = useState<RevealLimit | null>(null)
  const call = useCall(revealLimits.list, {}, { messagePlace: 'inPage' })
  return (
    <Panel title={t('每人每天查看完整信息的次数')} hint={t('只作用于您所在的公司；每小时另有 30 次的上限')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {({ items }) => (
          <ul className="reveal-limits">
            {items.map((limit) => (
              <li key={limit.role}>
                <span>{t(ROLE_NAMES[limit.role] ?? '')}</span>
                <b>{t('{n} 次', { n: limit.perDay })}</b>
                <button type="button" onClick={() => setEditing(limit)}>
                  {t('修改')}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <FormModal
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={t('修改{name}的查看上限', { name: t(ROLE_NAMES[editing?.role ?? 0] ?? '') })}
        endpoint={revealLimits.set}
        fixed={{ role: editing?.role ?? 0, version: editing?.version ?? 0 }}
        defaults={{ perDay: editing?.perDay }}
        fields={[
          {
            key: 'perDay',
            kind: 'number',
            min: 0,
            max: 1000,
            suffix: t('次'),
            hint: t('0 表示不能查看；已经查看过的不受影响'),
          },
        ]}
      />
    </Panel>
  )
}
