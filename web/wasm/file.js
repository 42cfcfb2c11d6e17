// A page that was opened as a file may load no modules; this script is none, and says so.
if (location.protocol === "file:") {
    document.addEventListener("DOMContentLoaded", () => {
        document.getElementById("from-file").hidden = false;
    });
}
