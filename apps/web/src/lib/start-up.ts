/**
 * The only script that runs before the first paint: it sets the theme, so that nothing flashes, and starts the loader.
 * It is inline, so its bytes are constant (the Content Security Policy names their hash) and it may use nothing
 * imported. `theme` in the storage is `dark` or `light`; dark is the default.
 */
export const startUpScript =
  `(function(d,e){try{if(localStorage.getItem('theme')==='light')e.dataset.theme='light';if(localStorage.getItem('token'))e.dataset.member=''}catch(_){}` +
  `e.dataset.waking='';setTimeout(function(){delete e.dataset.waking},2500)})(document,document.documentElement)`;

let awake = false;

/** Whether React has taken over the server's HTML. */
export const isAwake = () => awake;

/** Called once the page is interactive. */
export function endStartUp() {
  awake = true;
  delete document.documentElement.dataset.waking;
}
