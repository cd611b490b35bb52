import { Button } from 'antd'
import { useState } from 'react'
import { formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { claimRules } from './contractSettings.ts'

/** 公司设置 → 报销审批: amounts from which an admin must approve and from which items are flagged. */
export function RulesTab() {
  const [editing, setEditing] = useState(false)
  const call = useCall(claimRules.get, {}, { messagePlace: 'inPage' })
  const { data } = call
  return (
    <Panel
      title={t('报销审批')}
      hint={t('只作用于您所在的公司')}
      actions={data && <Button onClick={() => setEditing(true)}>{t('修改')}</Button>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {({ adminFromCents, itemLimitCents }) => (
          <Facts
            items={[
              { label: t('管理员加审起点'), value: formatMoney(adminFromCents) },
              { label: t('单笔提示起点'), value: formatMoney(itemLimitCents) },
            ]}
          />
        )}
      </Loaded>
      <FormModal
        open={editing}
        onClose={() => setEditing(false)}
        title={t('修改报销审批金额')}
        endpoint={claimRules.set}
        fixed={{ version: data?.version ?? 0 }}
        defaults={{ adminFromCents: data?.adminFromCents, itemLimitCents: data?.itemLimitCents }}
        fields={[
          { key: 'adminFromCents', kind: 'money', hint: t('达到这个金额的报销单，财务通过后还要管理员审核') },
          { key: 'itemLimitCents', kind: 'money', hint: t('达到这个金额的单笔费用，审核时会提示') },
        ]}
      />
    </Panel>
  )
}
