import { App, Switch } from 'antd'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { statementRules } from './contract.ts'

/** 个人设置 → 商家对账: whether merchants can be shown their bills at all. */
export function RuleTab() {
  const { message } = App.useApp()
  const { data, error, refetch } = useCall(statementRules.get, {}, { skipErrorHandler: true })
  const set = useAction(statementRules.set, {
    onSuccess: ({ isOn }) => void message.success(isOn ? t('已开启') : t('已关闭')),
  })
  return (
    <Panel title={t('商家对账')} hint={t('只作用于您所在的公司')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TextSkeleton rows={2} />}
      {data && (
        <Facts
          items={[
            {
              label: t('商家对账页面'),
              value: (
                <Switch
                  aria-label={t('商家对账页面')}
                  checked={data.isOn}
                  loading={set.isPending}
                  onChange={(isOn) => set.mutate({ isOn, version: data.version })}
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
    </Panel>
  )
}
