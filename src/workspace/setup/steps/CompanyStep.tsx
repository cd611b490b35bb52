import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

export const COMPANY_PATH = '/account/settings/company'

/** 公司名与标志: what is filled in, and the form for it in 公司设置. */
export function CompanyStep({ facts: { company }, ...props }: StepProps) {
  const isDone = props.step.state === 'done'
  const missing = <span className="setup-missing">{t('未填')}</span>
  const payee = [company.payeeName, company.payeeBank].filter(Boolean).join('，')
  return (
    <StepPanel
      step="company"
      minutes={1}
      note={t('以后在 公司设置 里改')}
      actions={
        <>
          {isDone && <ActionButtons actions={[{ key: 'edit', label: t('修改'), to: COMPANY_PATH }]} />}
          <StepActions {...props} />
          {!isDone && (
            <ActionButtons
              actions={[{ key: 'fill', label: t('去填公司资料'), to: COMPANY_PATH, primary: true }]}
            />
          )}
        </>
      }
    >
      <p className="setup-intro">
        {t('公司名印在账单和商家对账单上，简称和标志显示在左上角；收款账户告诉商家款付到哪里。')}
      </p>
      <Facts
        items={[
          { label: t('公司名'), value: company.name },
          { label: t('简称'), value: company.shortName ?? missing },
          { label: t('收款账户'), value: payee || missing },
        ]}
      />
    </StepPanel>
  )
}
