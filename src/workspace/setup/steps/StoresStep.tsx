import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { Files } from '#workspace/setup/FilesPanel.tsx'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

/** 客户与店铺: from the platforms' files, from a sheet, or one by one. */
export function StoresStep({ facts, onImport, ...props }: StepProps) {
  const importing = useRecordImport('customer', 'store')
  const { customers, stores } = facts.stores
  return (
    <StepPanel
      step="stores"
      minutes={3}
      note={t('以后在 客户管理 和 店铺管理 里加')}
      actions={<StepActions {...props} />}
    >
      <p className="setup-intro">{t('客户是付钱的商家，店铺是您替它接待的店；一家客户可以有几家店。')}</p>
      {customers + stores > 0 && (
        <p className="setup-present">
          <b>{t('{n} 家店铺', { n: stores })}</b>
          <span>{t('{n} 家客户', { n: customers })}</span>
          <Link to="/store-management">{t('查看')}</Link>
        </p>
      )}
      <h3>{t('从平台文件')}</h3>
      <Files facts={facts} onImport={onImport} primary={props.step.state !== 'done'} />
      <h3>{t('没有文件')}</h3>
      <div className="setup-choices">
        <ActionButtons
          actions={[
            importing.action,
            { key: 'customer', label: t('新建客户'), icon: 'plus', to: '/customer-management?new=1' },
            {
              key: 'store',
              label: t('新建店铺'),
              icon: 'plus',
              to: '/store-management?new=1',
              disabled: customers === 0 && t('先登记客户，再为它开店铺。'),
            },
          ]}
        />
      </div>
      {importing.window}
    </StepPanel>
  )
}
