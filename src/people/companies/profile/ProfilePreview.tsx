import { Form, type FormInstance } from 'antd'
import { today } from '#kit/calendar.ts'
import { useClient } from '#kit/clientContext.tsx'
import { sizeWithin } from '#kit/sizeWithin.ts'
import { t } from '#kit/text.ts'
import { appTitle } from '#kit/ui/site.tsx'
import type { CompanyProfile, Logo } from './contract.ts'

/** The logo's largest size in the header, and next to the company's name on documents, in pixels. */
const IN_HEADER = { width: 96, height: 24 }
const ON_PAPER = { width: 80, height: 20 }

type Typed = Partial<Record<'name' | 'shortName' | 'payeeBank' | 'payeeName' | 'payeeAccount', string | null>>

interface Props {
  form: FormInstance
  profile: CompanyProfile
}

/** The header and a merchant's statement with what is in the form, before it is saved. */
export function ProfilePreview({ form, profile: { logo } }: Props) {
  const typed = (Form.useWatch([], form) ?? {}) as Typed
  const text = (key: keyof Typed) => typed[key]?.trim() || null
  const account = [text('payeeName'), text('payeeBank'), text('payeeAccount')].filter((part) => part !== null)
  return (
    <aside className="profile-preview" aria-label={t('这样显示')}>
      <p>{t('这样显示')}</p>
      <div className="profile-sample">
        <div className="brand">
          <Mark logo={logo} box={IN_HEADER} />
          <span>{text('shortName') ?? appTitle}</span>
        </div>
        <div className="profile-paper">
          <h3>
            {t('对账单')} <span>{today(() => new Date()).slice(0, 7)}</span>
          </h3>
          <p>{t('致 某某商家')}</p>
          <dl>
            <div>
              <dt>{t('服务方')}</dt>
              <dd>
                {logo && <Mark logo={logo} box={ON_PAPER} />}
                {text('name') ?? <Missing />}
              </dd>
            </div>
            <div>
              <dt>{t('收款账户')}</dt>
              <dd>
                {account.length > 0 ? account.map((part) => <div key={part}>{part}</div>) : <Missing />}
              </dd>
            </div>
          </dl>
        </div>
      </div>
    </aside>
  )
}

const Missing = () => <span className="profile-missing">{t('未填')}</span>

/** The company's logo, or the mark that is shown without one. */
function Mark({ logo, box }: { logo: Logo | null; box: { width: number; height: number } }) {
  const { urlOf } = useClient()
  if (!logo) return <img src="/logo.svg" alt="" width={24} height={24} />
  return <img src={urlOf(logo.address)} alt="" {...sizeWithin(logo, box)} />
}
