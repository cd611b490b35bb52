import { t } from '#kit/text.ts'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

/** The list of nicks that have figures and no person. */
const UNMATCHED = '/store-worklog/imports?view=nicks'

/** 平台昵称: whose they are. Most of them follow from the files. */
export function NicksStep({ facts: { stores, nicks }, ...props }: StepProps) {
  const importing = useRecordImport('nick')
  const { known, unmatched } = nicks
  const hasStores = stores.stores > 0
  return (
    <StepPanel
      step="nicks"
      minutes={2}
      note={t('以后遇到新的昵称，导入时对应一次即可')}
      actions={
        <>
          {hasStores && <ActionButtons actions={[importing.action]} />}
          <StepActions {...props} />
          {unmatched > 0 && (
            <ActionButtons
              actions={[
                { key: 'match', label: t('对应 {n} 个昵称', { n: unmatched }), to: UNMATCHED, primary: true },
              ]}
            />
          )}
        </>
      }
    >
      <p className="setup-intro">
        {t('平台文件里只有旺旺、飞鸽这类账号名。说明一次各是谁，以后的数字就记到人。')}
      </p>
      {hasStores ? (
        <p className="setup-present">
          <b>{t('{n} 个待对应', { n: unmatched })}</b>
          <span>{t('{n} 个已知道是谁', { n: known })}</span>
        </p>
      ) : (
        <p className="setup-needs">{t('还没有店铺：先做第 3 步。从平台文件开始的，昵称会一起认出。')}</p>
      )}
      {importing.window}
    </StepPanel>
  )
}
