import { App, Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { retention } from './contract.ts'
import { RETENTION_DAYS } from './rules.ts'
import './RetentionTab.css'

const MAX_DAYS = 3650

/** 公司设置 → 离职资料: the number of days for which the company keeps mobile and payee of former staff. */
export function RetentionTab() {
  const call = useCall(retention.get, {}, { messagePlace: 'inPage' })
  return (
    <Panel title={t('离职资料保留')} hint={t('只作用于您所在的公司')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {(data) => <Rule key={data.version} {...data} />}
      </Loaded>
    </Panel>
  )
}

function Rule({ days, due, version }: { days: number; due: number; version: number }) {
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<number | null>(days)
  const save = useAction(retention.set, { onSuccess: () => void message.success(t('已保存')) })
  return (
    <div className="retention">
      <p>
        {t('员工离职满这些天后，手机号、收款银行和卡号会被删除，不能恢复；姓名、业绩和操作日志不受影响。')}
      </p>
      <label htmlFor="retention-days">{t('保留天数')}</label>
      <InputNumber
        id="retention-days"
        min={RETENTION_DAYS}
        max={MAX_DAYS}
        precision={0}
        value={chosen}
        onChange={setChosen}
        suffix={t('天')}
      />
      <Button
        type="primary"
        disabled={chosen === null || chosen === days}
        loading={save.isPending}
        onClick={() => chosen !== null && save.mutate({ days: chosen, version })}
      >
        {t('保存')}
      </Button>
      <p className="retention-due">
        {due === 0
          ? t('现在没有到期的资料。')
          : t('已到期：{n} 人。由运维在服务器上执行命令 staff:erase 删除。', { n: due })}
      </p>
    </div>
  )
}
