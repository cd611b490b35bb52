import { t } from '#kit/text.ts'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

/** The list of the stores without a price, where one price can be set for many. */
const UNPRICED = '/store-management?price=none'

/** 计费: how many stores have no price, and the list where it is set for many at once. */
export function PricingStep({ facts: { pricing }, ...props }: StepProps) {
  const { priced, unpriced } = pricing
  return (
    <StepPanel
      step="pricing"
      minutes={2}
      note={t('以后在每家店铺的页面里改，从哪天起都可以')}
      actions={
        <>
          <StepActions {...props} />
          {unpriced > 0 && (
            <ActionButtons
              actions={[
                {
                  key: 'price',
                  label: t('给 {n} 家店设置计费', { n: unpriced }),
                  to: UNPRICED,
                  primary: true,
                },
              ]}
            />
          )}
        </>
      }
    >
      <p className="setup-intro">
        {t('包月、按量、提成都可以；几家店同价，可以一起设。没有计费方式时数字照常进报表，只是不能出账。')}
      </p>
      {priced + unpriced === 0 ? (
        <p className="setup-needs">{t('还没有店铺：先做第 3 步，再给店铺定价。')}</p>
      ) : (
        <p className="setup-present">
          <b>{t('{n} 家未定价', { n: unpriced })}</b>
          <span>{t('{n} 家已定价', { n: priced })}</span>
        </p>
      )}
    </StepPanel>
  )
}
