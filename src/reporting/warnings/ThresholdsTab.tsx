import { Button } from 'antd'
import { useState } from 'react'
import { formatRate } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { Thresholds } from './contract.ts'
import { thresholdFields } from './thresholdFields.tsx'
import { warningThresholds } from './thresholdsContract.ts'

/** 公司设置 → 预警阈值: the company's thresholds for warnings. */
export function ThresholdsTab() {
  const [editing, setEditing] = useState(false)
  const call = useCall(warningThresholds.get, {}, { messagePlace: 'inPage' })
  const { data } = call
  return (
    <Panel
      title={t('周咨询量预警的阈值')}
      hint={t('只作用于您所在的公司；客户可以有自己的阈值')}
      actions={data && <Button onClick={() => setEditing(true)}>{t('修改')}</Button>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={5} />}>
        {(limits) => <Facts columns={2} items={factsOf(limits)} />}
      </Loaded>
      <FormModal
        open={editing}
        onClose={() => setEditing(false)}
        title={t('修改预警阈值')}
        endpoint={warningThresholds.set}
        isAction
        record={data}
        defaults={data}
        fixed={{ version: data?.version ?? 0 }}
        fields={thresholdFields()}
        doneText={t('已保存，下一次检查起生效')}
      />
    </Panel>
  )
}

/** The thresholds as text. */
function factsOf(limits: Thresholds) {
  return [
    { label: t('接近'), value: t('达到包量的 {rate}', { rate: formatRate(limits.nearBp, 1) }) },
    {
      label: t('超量'),
      value: t('达到包量的 {rate}，{red} 转红', {
        rate: formatRate(limits.overBp, 1),
        red: formatRate(limits.overRedBp, 1),
      }),
    },
    {
      label: t('下降'),
      value: t('比基线少 {rate}，连续两周转红', { rate: formatRate(limits.fallBp, 1) }),
    },
    { label: t('缺数据'), value: t('缺 {n} 店天起', { n: limits.missingDays }) },
  ]
}
