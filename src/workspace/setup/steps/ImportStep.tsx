import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { Files } from '#workspace/setup/FilesPanel.tsx'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { daysText } from '#workspace/setup/stepTexts.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

/** 首次导入: the platforms' files of the last days. */
export function ImportStep({ facts, onImport, ...props }: StepProps) {
  const { from, to } = facts.import
  return (
    <StepPanel
      step="import"
      minutes={3}
      note={t('以后每天在首页或报表里导入')}
      actions={<StepActions {...props} />}
    >
      {from && to ? (
        <p className="setup-present">
          <b>{daysText(from, to)}</b>
          <Link to={`/daily-store-report?from=${from}&to=${to}`}>{t('看报表')}</Link>
        </p>
      ) : (
        <p className="setup-intro">
          {t('从各平台后台导出昨天的客服数据，一次全拖进来；几天的文件也可以一起。')}
        </p>
      )}
      <Files facts={facts} onImport={onImport} primary={props.step.state !== 'done'} />
    </StepPanel>
  )
}
