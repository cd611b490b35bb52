import { Button } from 'antd'
import { useState } from 'react'
import { can } from '#access/can.ts'
import { rerateRules } from '#billing/rerates/contract.ts'
import { formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'

/** 公司设置 → 账务: tolerance for differences of issued bills, and waiver limit of finance. */
export function RerateRulePanel() {
  const [open, setOpen] = useState(false)
  const mayChange = can(useUser(), 'canAdmin')
  const call = useCall(rerateRules.get, {}, { messagePlace: 'inPage' })
  return (
    <Panel
      title={t('已出账与现算的差额')}
      hint={t('只作用于您所在的公司')}
      actions={call.data && mayChange && <Button onClick={() => setOpen(true)}>{t('修改')}</Button>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={2} />}>
        {({ toleranceCents, waiveLimitCents, version }) => (
          <>
            <Facts
              items={[
                { label: t('容差'), value: formatMoney(toleranceCents) },
                { label: t('豁免限额'), value: formatMoney(waiveLimitCents) },
                {
                  label: t('说明'),
                  wide: true,
                  value: t('差额不超过容差的不用处理；超过豁免限额的差额由管理员豁免。'),
                },
              ]}
            />
            <FormModal
              open={open}
              onClose={() => setOpen(false)}
              title={t('已出账与现算的差额')}
              endpoint={rerateRules.set}
              fixed={{ version }}
              defaults={{ toleranceCents, waiveLimitCents }}
              fields={[
                { key: 'toleranceCents', kind: 'money' },
                { key: 'waiveLimitCents', kind: 'money' },
              ]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
