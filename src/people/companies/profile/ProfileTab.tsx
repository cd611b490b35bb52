import { useId, useRef } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { FormPart, InputKey } from '#kit/ui/form/declare.tsx'
import { FormBody } from '#kit/ui/form/FormBody.tsx'
import { FormFooter } from '#kit/ui/form/FormFooter.tsx'
import { type FormState, useEntityForm } from '#kit/ui/form/useEntityForm.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { appTitle } from '#kit/ui/site.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { useUnsaved } from '#kit/ui/unsaved.tsx'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { type CompanyProfile, companyProfile } from './contract.ts'
import { LogoField } from './LogoField.tsx'
import { ProfilePreview } from './ProfilePreview.tsx'
import './profile.css'

/** 公司设置 → 公司资料: name, logo and account of the user's company, next to how they are shown. */
export function ProfileTab() {
  const { companyCode: code } = useUser()
  const call = useCall(companyProfile.get, { code }, { messagePlace: 'inPage' })
  return (
    <Panel title={t('公司资料')} hint={t('只作用于您所在的公司')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(profile) => <ProfileForm profile={profile} />}
      </Loaded>
    </Panel>
  )
}

type ProfileKey = InputKey<typeof companyProfile.update>

const KEYS = ['name', 'shortName', 'payeeBank', 'payeeName', 'payeeAccount'] as const satisfies ProfileKey[]

/** The form identifies its drafts by a number. */
const recordOf = (profile: CompanyProfile) => ({ ...profile, id: Number(profile.code) })

function ProfileForm({ profile }: { profile: CompanyProfile }) {
  const id = useId()
  const { refresh } = useSession()
  const latest = useRef<FormState>(null)
  /** Continues from a saved profile. `typed`: what is not saved yet stays in the fields. */
  const continueFrom = (saved: CompanyProfile, { typed }: { typed: boolean }) => {
    const { rebase, values } = latest.current ?? {}
    const next = typed ? values?.() : Object.fromEntries(KEYS.map((key) => [key, saved[key]]))
    if (next) rebase?.(recordOf(saved), next)
    // The header shows name and logo.
    void refresh()
  }
  const fields = fieldsOf(profile, (saved) => continueFrom(saved, { typed: true }))
  const state = useEntityForm({
    title: t('公司资料'),
    endpoint: companyProfile.update,
    record: recordOf(profile),
    fixed: { code: profile.code },
    fields,
    onDone: (saved) => continueFrom(saved, { typed: false }),
  })
  latest.current = state
  const { draft, isDirty, busy } = state
  useUnsaved({ isDirty, saveDraft: draft.flush, discard: () => void draft.drop() }, true)
  return (
    <div className="profile">
      <TouchSize>
        <div className="profile-form">
          <FormBody id={id} state={state} parts={fields} columns={1} labels="beside" />
          <FormFooter form={id} busy={busy} blocked={draft.offered !== null} submitText={t('保存')} />
        </div>
      </TouchSize>
      <ProfilePreview form={state.form} profile={profile} />
    </div>
  )
}

function fieldsOf(profile: CompanyProfile, onLogo: (saved: CompanyProfile) => void): FormPart<ProfileKey>[] {
  return [
    { key: 'name', hint: t('与营业执照一致，印在账单和对账单上') },
    {
      key: 'shortName',
      placeholder: appTitle,
      hint: t('显示在左上角和浏览器标签，最多 8 个字；不填就显示“{title}”', { title: appTitle }),
    },
    {
      key: 'logo',
      kind: 'custom',
      unsent: true,
      label: t('标志'),
      hint: t('PNG 或 SVG，不超过 1 MB，选好就保存；没有就用默认标志'),
      render: ({ id }) => <LogoField id={id} profile={profile} onSaved={onLogo} />,
    },
    { section: t('收款账户') },
    { key: 'payeeName', placeholder: profile.name },
    { key: 'payeeBank', placeholder: t('如：招商银行杭州高新支行') },
    { key: 'payeeAccount', hint: t('印在账单上，也是商家对账页的“付到哪里”；三项一起填，可以以后再填') },
  ]
}
