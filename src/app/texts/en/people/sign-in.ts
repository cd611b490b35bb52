export const signIn: Record<string, string> = {
  '请输入 6 位动态码': 'Please enter the 6-digit code of your app',
  '您已开启两步验证。要换手机，请先关闭再重新开启。':
    'Two-step sign-in is on already. To change your phone, please turn it off and on again.',
  '密码不正确。': 'The password is wrong.',
  '您没有开启两步验证。': 'Two-step sign-in is not on.',
  '此人没有开启两步验证。': 'This person has not turned on two-step sign-in.',
  '您已开启两步验证，不必再次确认。': 'Two-step sign-in is on already and needs no further confirmation.',
  '动态码不正确，请核对手机的时间是否准确，再输入最新的动态码。':
    "The code is wrong. Please check that your phone's clock is right, then enter the latest code.",
  '请在个人设置里管理自己的两步验证。': 'Please manage your own two-step sign-in under personal settings.',
  '别人刚刚改过这项设置，您的修改没有保存，请刷新后再改。':
    'Somebody else has just changed this setting. Yours was not saved; please refresh first.',
  请先设置新密码: 'Please set a new password first',
  '您现在的密码是管理员设置的，别人可能知道。换成只有您知道的密码后，即可开始使用。':
    'Your present password was set by an administrator, so somebody else may know it. Set one that only you know, then you can start.',
  设置并进入: 'Set and continue',
  密码已修改: 'Password changed',
  '各家店铺的对话汇成一张表，再汇成当天的数字':
    "Each store's conversations come together in one table, and then in the day's figures",
  原密码: 'Current password',
  新密码: 'New password',
  '至少 8 个字符，建议 15 个以上，不必混用大小写和符号':
    'At least 8 characters, better 15 or more; no need to mix case and symbols',
  再次输入新密码: 'New password again',
  请再次输入新密码: 'Please enter the new password again',
  两次输入的新密码不一致: 'The two new passwords differ',
  我的资料: 'My profile',
  '由管理员维护，如有变化请告知管理员': 'Kept by your administrator; tell them of any change',
  '修改后，您在其他设备上的登录会失效': 'Afterwards you are signed out on your other devices',
  登录: 'Sign in',
  自动登录: 'Stay signed in',
  '原密码不正确。': 'The current password is wrong.',
  '新密码不能与原密码相同。': 'The new password must differ from the current one.',
  '请输入 6 位验证码': 'Please enter the 6-digit code',
  验证码: 'Code',
  登录凭证: 'Sign-in token',
  这台设备的登录: "This device's session",
  '系统没有开通验证码登录，请用用户名和密码登录。':
    'Sign-in by code is not available. Please use username and password.',
  '验证码错误或已过期，请核对，或重新获取。':
    'The code is wrong or has expired. Please check it, or ask for a new one.',
  '请输入动态码，完成登录。': "Please enter your app's code to finish signing in.",
  '登录等候的时间过长，请返回重新登录。': 'Signing in took too long. Please go back and sign in again.',
  '动态码不正确，或已经用过，请输入最新的动态码。':
    'The code is wrong or was used already. Please enter the latest one.',
  'QQ 浏览器': 'QQ Browser',
  'UC 浏览器': 'UC Browser',
  三星浏览器: 'Samsung Internet',
  请输入用户名: 'Please enter Username',
  请输入密码: 'Please enter Password',
  '系统还没有开通短信验证码，请用用户名和密码登录。':
    'Codes by text message are not available yet. Please use username and password.',
  用账号登录: 'Sign in with an account',
  请输入手机号: 'Please enter Mobile',
  请输入验证码: 'Please enter Code',
  '{n} 秒后重发': 'Again in {n} s',
  获取验证码: 'Get a code',
  '手机号已登记的，会收到验证码，5 分钟内有效。':
    'If the number is registered, a code is on its way; it holds for 5 minutes.',
  '6 位数字': '6 digits',
  隐藏密码: 'Hide the password',
  显示密码: 'Show the password',
  '登录中…': 'Signing in…',
  '30 天内自动登录': 'Stay signed in for 30 days',
  两步验证: 'Two-step sign-in',
  '请输入您保存的一个恢复码，每个只能用一次。':
    'Please enter one of the recovery codes that you kept; each works once.',
  '请打开手机上的身份验证器，输入这个账号的 6 位动态码。':
    "Please open the authenticator on your phone and enter this account's 6-digit code.",
  请输入恢复码: 'Please enter Recovery code',
  改用动态码: "Use the app's code",
  '手机不在身边，用恢复码': 'No phone at hand? Use a recovery code',
  返回: 'Back',
  登录方式: 'How to sign in',
  '在您用过的其他设备上仍可登录；急用的，请管理员解除限制。':
    'You can still sign in on other devices that you have used. If it is urgent, ask your administrator to unlock it.',
  '不能解除对自己的限制，请另一位管理员操作。':
    'You cannot unlock yourself. Please ask another administrator.',
  '此人的登录没有受到限制。': 'This person is not locked out.',
  账号登录: 'Account',
  验证码登录: 'Code',
  '忘记密码或收不到验证码，请联系您的管理员重置。':
    'Forgotten your password, or no code arrives? Ask your administrator to reset it.',
  '贵公司已停用，不能登录。如有疑问，请联系总部的管理员。':
    'Your company has been disabled, so you cannot sign in. Please ask an administrator of the headquarters.',
  '手机不在身边时，用恢复码登录，每个只能用一次。请存在手机以外的地方；它们只显示这一次。':
    'When your phone is not at hand, sign in with a recovery code; each works once. Keep them somewhere other than the phone: they are shown only this once.',
  全部复制: 'Copy all',
  '恢复码.txt': 'recovery-codes.txt',
  旧的恢复码随即作废: 'The old recovery codes stop working at once',
  关闭后只凭密码或验证码就能登录: 'Afterwards the password or a code alone is enough to sign in',
  '登录时除密码外，还要输入手机上的动态码':
    'Besides the password, signing in asks for the code on your phone',
  保存恢复码: 'Save the recovery codes',
  未开启: 'Off',
  '密码被别人知道时，没有您的手机仍然登录不了。':
    'Somebody who learns your password still cannot sign in without your phone.',
  '自 {at}': 'since {at}',
  '恢复码还剩 {n} 个': '{n} recovery {n:code|codes} left',
  '贵公司要求您的角色开启；关闭后须立即重新设置。':
    'Your company requires it of your role; once off, it has to be set up again at once.',
  请先开启两步验证: 'Please turn two-step sign-in on first',
  '贵公司要求您的角色登录时使用两步验证。设置一次，以后登录多输一个动态码。':
    'Your company requires your role to sign in in two steps. Set it up once; afterwards signing in asks for one more code.',
  必须开启两步验证的角色: 'Roles that must have two-step sign-in',
  '选中的角色登录后，没有开启两步验证的人要先设置，才能使用其他功能。':
    'People of the chosen roles who have no second step set it up after signing in, before they can use anything else.',
  '也包括您自己：您还没有开启的话，保存后请随即设置。':
    'That includes you: if you have none yet, you will be asked to set it up right after saving.',
  '在手机上打开身份验证器，如微信小程序“腾讯身份验证器”、Google 或 Microsoft Authenticator。':
    'Open an authenticator on your phone, such as Google Authenticator, Microsoft Authenticator or the one in WeChat.',
  '扫描二维码；不能扫描时，手动输入密钥。': 'Scan the QR code; if you cannot, type the key in.',
  密钥: 'Key',
  '输入身份验证器显示的 6 位动态码。': 'Enter the six-digit code that the authenticator shows.',
  登录设备: 'Devices',
  '最多同时在 5 台设备上登录': 'At most 5 devices at the same time',
  这台设备已下线: 'That device is signed out',
  当前设备: 'This device',
  '地址 {ip}': 'Address {ip}',
  '登录于 {at}': 'Signed in {at}',
  '最近使用 {at}': 'Last used {at}',
  '先确认是您本人。再用时需要重新登录。': 'First show that it is you. The device will have to sign in again.',
  '让{name}下线': 'Sign {name} out',
  下线: 'Sign out',
  '先确认是您本人。只保留您现在用的这台。':
    'First show that it is you. Only the device you are using stays signed in.',
  其他设备已全部下线: 'All other devices are signed out',
  其他设备全部下线: 'Sign out all others',
  '{system} 上的 {browser}': '{browser} on {system}',
  未知设备: 'Unknown device',
  演示账号: 'Demo accounts',
  '点一个账号直接登录，密码都是 {password}':
    'Choose an account to sign in; the password of all is {password}',
  设备标识: 'Device secret',
  '设置两步验证的时间已过，请输入密码重新开始。':
    'The time to set up two-step sign-in has passed. Please enter your password to start again.',
  您的密码: 'Your password',
  '先确认是您本人。忘记密码的，请管理员重置。':
    'To make sure that it is you. If you have forgotten it, ask your administrator for a reset.',
  下一步: 'Next',
  允许登录的地址: 'Addresses allowed to sign in',
  允许的地址: 'Allowed addresses',
  '请填 IP 地址、网段或起止地址，如 10.0.0.0/8':
    'Please enter an IP address, a network or a range, such as 10.0.0.0/8',
  '您现在的地址 {ip} 不在其中，保存后您自己也不能登录。请先加上它。':
    'Your present address {ip} is not among them: after saving, you could not sign in yourself. Please add it first.',
  '请求经过了反向代理，但没有设置 TRUST_PROXY：所有人看起来都来自同一个地址，按地址的限制和登录记录都不准。请先让运维设置。':
    'Requests come through a reverse proxy, but TRUST_PROXY is not set: everybody seems to come from one address, so limits by address and the sign-in records are wrong. Please have it set first.',
  '填写后，只有从这些地址才能登录和使用；其他地址上已有的登录立即失效。不填则不限制。':
    'With addresses here, people can sign in and work from them only; sessions at other addresses end at once. Without any, there is no limit.',
  添加地址: 'Add an address',
  '添加我现在的地址 {ip}': 'Add my present address {ip}',
  '现在不限制地址。您现在的地址是 {ip}。': 'There is no limit now. Your present address is {ip}.',
  '您现在的地址是 {ip}，须在其中。公司的出口地址变了、谁也进不来时，由运维在服务器上清空。':
    "Your present address is {ip} and must be among them. If the company's address changes and nobody can sign in, the operator clears the list on the server.",
  '如 203.0.113.0/24': 'e.g. 203.0.113.0/24',
  '第 {n} 个地址': 'Address {n}',
  '备注，如总部宽带': 'Note, e.g. head office line',
  '第 {n} 个地址的备注': 'Note of address {n}',
  '删除第 {n} 个地址': 'Remove address {n}',
  '保留 180 天；有不是您本人的，请修改密码':
    'Kept for 180 days; change your password if one of them was not you',
  还没有登录记录: 'No sign-in records yet',
  '从这个版本起，每次登录都会记在这里，包括没有成功的。':
    'From this version on, every sign-in is recorded here, failed ones included.',
  '保留 180 天；同样的一刻钟内合为一行': 'Kept for 180 days; equal ones within 15 minutes are one row',
  '姓名、用户名或地址': 'Name, username or address',
  没有登录记录: 'No sign-in records',
  '每次登录都会记在这里，包括没有成功的。': 'Every sign-in is recorded here, failed ones included.',
  登录名: 'Signed in as',
  没有这个账号: 'No such account',
  新设备: 'New device',
  '新设备登录了您的账号：{device}': 'A new device signed in to your account: {device}',
  '地址 {ip}。如果不是您本人，请立即修改密码，其他设备随即下线。':
    'Address {ip}. If it was not you, change your password at once; other devices are then signed out.',
  方式: 'Factor',
  设备: 'Device',
}
