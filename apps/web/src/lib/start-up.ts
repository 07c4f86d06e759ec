/**
 * The only script that runs before the first paint: it sets the theme, so that nothing flashes, starts the loader, and
 * keeps the last press of a button (Enter in a form is one too) until the page is awake and React has had that very
 * button for a moment: parts of a page wait for scripts of their own after the page around them. Tabs and copy buttons
 * in a lesson's text never become React's. It is inline, so its bytes are constant (the Content Security Policy names
 * their hash) and it may use nothing imported. `theme` in the storage is `dark` or `light`; dark is the default.
 */
export const startUpScript =
  `(function(d,e){try{if(localStorage.getItem('theme')==='light')e.dataset.theme='light';if(localStorage.getItem('token'))e.dataset.member=''}catch(_){}` +
  `e.dataset.waking='';setTimeout(function(){delete e.dataset.waking},2500);` +
  `var b,n;function h(t){if(t.awake)return 1;if(t.getAttribute('type')!=='submit')for(var p in t)if(p.indexOf('__reactProps')===0)return 1}` +
  `function r(){if(!b||!b.isConnected)b=0;else if(h(b)&&n++){var t=b;b=0;t.click()}else setTimeout(r,50)}` +
  `d.addEventListener('click',function(v){var t=v.target.closest('button');if(!t||h(t)&&!('waking'in e.dataset)||t.matches('.tabs button,[data-copy-target]'))return;` +
  `v.preventDefault();v.stopImmediatePropagation();var s=!b;b=t;n=0;if(s)r()},true)})(document,document.documentElement)`;

/**
 * The `ref` of a button that may hand a form in. React knows its elements some time before their handlers count, and a
 * form that is handed in meanwhile would go without what was chosen in it.
 */
export function markAwake(button: (HTMLButtonElement & { awake?: boolean }) | null): void {
  if (button) button.awake = true;
}

let awake = false;

/** Whether React has taken over the server's HTML. */
export const isAwake = () => awake;

/** Called once the page is interactive. */
export function endStartUp() {
  awake = true;
  delete document.documentElement.dataset.waking;
}
