import { App, Switch } from 'antd'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { statementRules } from './contract.ts'

/** 公司设置 → 商家对账: switches the statement pages of the company on or off. */
export function RuleTab() {
  const { message } = App.useApp()
  const call = useCall(statementRules.get, {}, { messagePlace: 'inPage' })
  const set = useAction(statementRules.set, {
    onSuccess: ({ isOn }) => void message.success(isOn ? t('已开启') : t('已关闭')),
  })
  return (
    <Panel title={t('商家对账')} hint={t('只作用于您所在的公司')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={2} />}>
        {({ isOn: checked, version }) => (
          <Facts
            items={[
              {
                label: t('商家对账页面'),
                value: (
                  <Switch
                    aria-label={t('商家对账页面')}
                    checked={checked}
                    loading={set.isPending}
                    onChange={(isOn) => set.mutate({ isOn, version })}
                  />
                ),
              },
              {
                label: t('说明'),
                value: t('开启后，财务可以给出账的账单生成链接和提取码；关闭后，所有链接立即打不开。'),
                wide: true,
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
