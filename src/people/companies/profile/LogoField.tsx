import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, sentenceOf } from '#kit/failures.ts'
import { refetchAll, useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { type CompanyProfile, companyProfile, MAX_LOGO_BYTES } from './contract.ts'

interface Props {
  id: string | undefined
  profile: CompanyProfile
  onSaved: (saved: CompanyProfile) => void
}

/** The present logo, and the buttons that replace and remove it. A chosen file is saved at once. */
export function LogoField({ id, profile, onSaved }: Props) {
  const { code, version, logo } = profile
  const { urlOf } = useClient()
  const { busy, problem, upload } = useUpload(profile, onSaved)
  const remove = useAction(companyProfile.removeLogo, { onSuccess: onSaved })
  return (
    // Not the button: the field's label would replace its name.
    <div id={id} className="logo-field">
      <span className="logo-box">
        {logo ? <img src={urlOf(logo.address)} alt={t('现在的标志')} /> : <Icon name="picture" size={20} />}
      </span>
      <div>
        <ChooseButton busy={busy} label={logo ? t('更换图片') : t('选择图片')} onFile={upload} />
        {logo && (
          <Button
            type="link"
            loading={remove.isPending}
            disabled={busy}
            onClick={() => void remove.mutateAsync({ code, version }).catch(ignoreShownErrors)}
          >
            {t('移除')}
          </Button>
        )}
        {problem && (
          <p className="logo-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

/** Saves a chosen file; a refusal is shown in the field. */
function useUpload({ code, version }: CompanyProfile, onSaved: (saved: CompanyProfile) => void) {
  const client = useClient()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES) return setProblem(t('标志不能超过 1 MB，请压缩后再选。'))
    setProblem(null)
    setBusy(true)
    try {
      const options = { file, messagePlace: 'inPage' } as const
      onSaved(await client.call(companyProfile.setLogo, { code, version }, options))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(sentenceOf(error.notice) || error.message)
    } finally {
      setBusy(false)
      // A stale version is also refused until the profile is read again.
      await refetchAll(queries)
    }
  }
  return { busy, problem, upload }
}

interface ChooseProps {
  label: string
  busy: boolean
  onFile: (file: File) => Promise<void>
}

function ChooseButton({ label, busy, onFile }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml"
        // antd's forms display elements that are only `hidden`.
        style={{ display: 'none' }}
        aria-label={t('{label}：文件', { label })}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Allows the same file to be chosen again.
          event.target.value = ''
          if (file) void onFile(file)
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
